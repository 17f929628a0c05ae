import { type Import, importsOf } from './imports.ts';
import type { Findings, SourceFile } from './source-files.ts';

interface Rule {
  /** Which files the rule speaks of. */
  of: RegExp;
  /** What they may not import; `$1` stands for the group that `of` caught. */
  never?: string;
  /** What they may import of ours, everything else being refused. */
  only?: string;
  /** Files of the zone that are free of the rule, with the reason beside them. */
  except?: RegExp;
  why: string;
}

/**
 * The engine's folders in the order in which a bank file passes through them; each knows itself and what is before it.
 * Evidence stands beside judge: how a file is read is tried before anything of it is judged.
 */
const engineFolders: readonly (readonly string[])[] = [
  ['read'],
  ['normalise'],
  ['match'],
  ['judge', 'evidence'],
];
const engineRules: Rule[] = engineFolders.flatMap((folders, at) =>
  folders.map((folder) => ({
    of: new RegExp(`^server/reconciliation/${folder}/`),
    never: `^server/(?!reconciliation/(?:${[...engineFolders.slice(0, at).flat(), folder].join('|')})/)`,
    // A test may hold a stage by what the whole engine makes of a file.
    except: /\.test\.ts$/,
    why: `the engine goes ${engineFolders.map((each) => each.join(' | ')).join(' < ')}`,
  })),
);

/** contract < platform < features < app.ts / routes.tsx, one line for each fence (house, imports). */
const rules: Rule[] = [
  { of: /^contract\//, only: '^contract/', why: 'contract/ imports nothing of ours' },
  {
    of: /^terminal\//,
    only: '^(?:terminal|contract)/',
    why: 'terminal/ speaks the contract alone, as a real terminal would',
  },
  { of: /^web\//, only: '^(?:web|contract|locales)/', why: 'web/ knows the server by the contract alone' },
  {
    of: /^server\//,
    never: '^(?:web|e2e|bench|tools)/',
    why: 'server/ stands without the web and the tools',
  },
  {
    of: /^web\//,
    never: '^locales/[a-z]+/server/',
    why: 'the texts of the server alone stay with it: no browser loads them',
  },
  {
    of: /^server\/platform\//,
    never: '^server/(?:features|gateway|reconciliation|demo|app\\.ts|main\\.ts)',
    // The harness builds the whole portal for tests.
    except: /^server\/platform\/testing\//,
    why: 'platform/ holds no business rule and knows no feature',
  },
  {
    of: /^server\/gateway\//,
    never: '^server/(?:features|reconciliation|demo)/',
    why: 'the gateway knows lines and orders, and no feature: handlers are handed in',
  },
  {
    of: /^server\/features\//,
    never: '^server/gateway/',
    why: 'features know the orders that they handle, and no line',
  },
  {
    of: /^server\/features\/([^/]+)\//,
    never: '^server/features/(?!$1/)[^/]+/[^/]+\\.(?:queries|routes)\\.ts$',
    why: "a feature calls another's service, never its queries or routes",
  },
  {
    of: /^server\/features\//,
    never: '^server/(?:app|main)\\.ts$',
    why: 'features are wired by app.ts and do not know it',
  },
  {
    of: /^web\/features\/([^/]+)\//,
    never: '^web/(?:features/(?!$1/)|composed/|routes\\.tsx|main\\.tsx)',
    why: 'features of the web never import each other, the pages composed of them or the routes',
  },
  {
    of: /^web\/platform\//,
    never: '^web/(?:features/|composed/|routes\\.tsx|main\\.tsx)',
    why: 'platform/ knows no feature',
  },
  {
    of: /^web\/ui\//,
    never:
      '^web/(?:features/|composed/|routes\\.tsx|main\\.tsx|pages\\.ts|platform/(?:api|query|live|session))',
    why: 'ui/ knows no route, query or feature',
  },
  {
    of: /^server\/reconciliation\//,
    never: '^server/(?!reconciliation/)',
    why: 'the engine is pure: database, files of the portal and features come to it by its two ends',
  },
  ...engineRules,
  {
    of: /^tools\/bank-files\//,
    never: '^server/(?:reconciliation|features/reconciliation)/',
    // A test, and what helps tests, may hold what the writer makes against what the engine finds.
    except: /\.test\.ts$|\/testing\//,
    why: 'the writer of bank files shares nothing with the engine that it puts to the proof',
  },
];

const forbiddenPackages = [
  { of: /^web\/ui\//, packages: /^@tanstack\/react-(?:query|router)$/, why: 'ui/ knows no route or query' },
  { of: /^contract\//, packages: /^(?!zod$|node:|vitest$|fast-check$)/, why: 'contract/ needs zod alone' },
];

function breaks(rule: Rule, { from, target }: Import): boolean {
  const zone = rule.of.exec(from);
  if (!zone || target === null || rule.except?.test(from)) return false;
  if (rule.never) return new RegExp(rule.never.replaceAll('$1', zone[1] ?? '')).test(target);
  return rule.only ? !new RegExp(rule.only).test(target) : false;
}

/** Imports that go against the direction. Tests are held to it too: a test that reaches across shows a missing seam. */
export function directionFindings(files: SourceFile[]): Findings {
  return importsOf(files).flatMap((found) => {
    const broken = rules.filter((rule) => breaks(rule, found)).map(({ why }) => why);
    const foreign = forbiddenPackages
      .filter(
        ({ of, packages }) => found.target === null && of.test(found.from) && packages.test(found.specifier),
      )
      .map(({ why }) => why);
    return [...broken, ...foreign].map((why) => `${found.from} imports ${found.specifier}: ${why}`);
  });
}
