import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Five projects, told apart by what they need: unit (nothing), integration (PostgreSQL), cluster (a Citus cluster),
 * build (web/dist), e2e (both, and a browser). A test under server/ is an integration test where it imports the harness of
 * platform/testing/, or stands beside it or beside the embedded server; in a folder of tools/ where it imports a database.
 */
const importsHarness = /from '[^']*\/testing\//;
const standsBesideServer = /platform\/(?:testing|postgres)\//;
const buildTests = ['web/size-budget.test.ts'];
/** In tools/ some harness of the server's needs no database; these two do. */
const importsDatabase = /from '[^']*\/(?:platform\/testing\/database|testing\/bank-world)/;
const glob = { exclude: ['**/node_modules/**'] };
const textOf = (file: string): string => readFileSync(file, 'utf8');
const integrationTests = [
  ...globSync('server/**/*.test.ts', glob).filter(
    (file) => standsBesideServer.test(file) || importsHarness.test(textOf(file)),
  ),
  ...globSync('tools/*/**/*.test.ts', glob).filter((file) => importsDatabase.test(textOf(file))),
];

/**
 * What has to mean the same on several machines (npm run test:cluster): everything that asks the portal's tables, also
 * the ways through several features, but for the plans of one machine, for two that meet over one row, of whom one
 * gives way and tries again later, and for migrations that are run again in the words of one machine.
 */
const onClusterToo =
  /^server\/(?:features|gateway|platform\/(?:audit|bus|jobs|live|mail|sessions)|platform\/database\/later)|^server\/(?:alerts|app-walk|branch-walk|document-scan|files-letter|notice|onboarding|payment|push-devices|reconciliation|shift|terminal-rec|two-portals)[^/]*$/;
const ofOneMachine = /outage|plan\.test|many-lines|lapsed|upgrade/;
const clusterTests = [
  ...integrationTests.filter((file) => onClusterToo.test(file) && !ofOneMachine.test(file)),
  'server/**/*.cluster.ts',
];

const databaseSetup = './server/platform/testing/global-setup.ts';
/** Two cores: with a third worker everything takes longer by itself, and the whole is no quicker. */
const maxWorkers = 2;
/**
 * A worker takes file after file and loads what they share once: most of what a small file took was to load the same
 * modules. Each file leaves the globals as it found them (left-as-found.ts).
 */
const oneWorld = {
  isolate: false,
  setupFiles: ['./tools/testing/left-as-found.ts', './tools/testing/one-seed.ts'],
};
/** What is awaited comes within milliseconds on a quiet machine; a busy one gets time, and loses no test to it. */
const patience = { expect: { poll: { timeout: 10_000 } } };

/**
 * The files that take longest, first, as `npm test` prints them at its end (tools/run/file-times.ts). Without times of an
 * earlier run Vitest begins with the largest files, and these, some of which hold three lines, would come last: one worker
 * would wait for the other at the end.
 */
const slowFiles = JSON.parse(textOf('tools/run/slow-files.json')) as string[];
const isSlow = (moduleId: string): boolean => slowFiles.some((file) => moduleId.endsWith(`/${file}`));

/** Files that wait for each other (e2e/testing/one-at-a-time.ts): side by side, one worker would only wait. */
const inTurn = /^oneAtATime\(/m;

/** Puts `some` among `others` at equal distances. */
const spread = <T>(some: readonly T[], others: readonly T[]): T[] => {
  const step = Math.ceil(others.length / (some.length || 1));
  const joined = others.flatMap((other, at) =>
    at % step === 0 ? [...some.slice(at / step, at / step + 1), other] : [other],
  );
  return [...joined, ...some.slice(Math.ceil(others.length / step))];
};

class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kindOf = ({ moduleId }: TestSpecification) => {
      if (isSlow(moduleId)) return 'slow';
      return inTurn.test(textOf(moduleId)) ? 'turn' : 'other';
    };
    const { slow = [], turn = [], other = [] } = Object.groupBy(await super.sort(files), kindOf);
    return [...slow, ...spread(turn, other)];
  }
}

export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: SlowFilesFirst },
    // What a failing test printed is shown, the rest is noise.
    silent: 'passed-only',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,server,web,terminal,tools,bench}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**', ...integrationTests, ...buildTests],
          ...oneWorld,
          ...patience,
          testTimeout: 30_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'integration',
          include: integrationTests,
          globalSetup: [databaseSetup],
          ...oneWorld,
          setupFiles: [...oneWorld.setupFiles, './server/platform/testing/note-facts.ts'],
          ...patience,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'cluster',
          include: clusterTests,
          globalSetup: ['./server/platform/testing/cluster-setup.ts'],
          setupFiles: ['./tools/testing/left-as-found.ts'],
          // A statement may go to three machines, and a transaction be committed in two steps.
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers,
        },
      },
      { test: { name: 'build', include: buildTests, testTimeout: 30_000, maxWorkers } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          ...oneWorld,
          globalSetup: [databaseSetup, './e2e/testing/portal-setup.ts'],
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 180_000,
          hookTimeout: 120_000,
          maxWorkers,
        },
      },
    ],
  },
});
