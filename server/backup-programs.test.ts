import { execFile } from 'node:child_process';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { migrate } from './platform/database/migrate.ts';
import { ensureRoles } from './platform/database/roles.ts';
import { migrateJobs } from './platform/jobs/job-schema.ts';
import { databaseName } from './platform/postgres/cluster.ts';
import { startEmbedded } from './platform/postgres/embedded.ts';
import { ask, removeFolder, temporaryFolder } from './platform/postgres/stand-in-portals.ts';
import { databaseUrl } from './platform/testing/database-names.ts';
import { keptSecret } from './secret-file.ts';

/** `npm run backup`, `restore` and `doctor` as somebody runs them: processes of their own, on an embedded database. */
const patience = 180_000;
const folder = await temporaryFolder();
afterAll(() => removeFolder(folder));
const place = (name: string): string => join(folder, name);
const [live, restored, zip] = [place('live'), place('restored'), place('monday.zip')];

interface Ended {
  code: number | null;
  out: string;
  problem: string;
}
function run(program: string, args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const path = fileURLToPath(new URL(`${program}.main.ts`, import.meta.url));
  // Nothing answers there: no mail is sent by any of them.
  const usual = { PATH, NODE_COMPILE_CACHE, SMTP_URL: 'smtp://127.0.0.1:9', PORT: '0' };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [path, ...args],
      { env: { ...usual, ...env } },
      (_error, out, problem) => resolve({ code: child.exitCode, out, problem }),
    );
  });
}
const linesOf = (text: string): string[] => text.trimEnd().split('\n');
const figuresOf = ({ out }: Ended): string | undefined =>
  /: (\d[\d,]* rows of \d+ tables and \d+ files)/.exec(out)?.[1];

/** An embedded database with a merchant in it, as a portal leaves it behind; the answer is its secret. */
async function portalOfYesterday(): Promise<string> {
  const portal = await startEmbedded(live, { durable: false });
  const secret = await keptSecret(live);
  await ensureRoles(portal.url, secret);
  await migrate(portal.url);
  await migrateJobs(portal.url);
  // The owner of the tables is held by their policies too.
  await ask(
    databaseUrl(portal.keeperUrl, databaseName),
    `INSERT INTO merchants (uuid, name_en, name_ar) VALUES (gen_random_uuid(), 'Diyar Coffee', 'قهوة ديار')`,
  );
  await portal.stop();
  return secret;
}

test(
  'an embedded portal is backed up, refused under another secret, restored into a new folder, and looked at',
  async () => {
    const secret = await portalOfYesterday();
    const backedUp = await run('backup', [zip], { DATA_DIR: live });
    expect(backedUp).toMatchObject({ code: 0, problem: '' });
    expect(backedUp.out).toContain(zip);
    expect(backedUp.out).toContain(
      'Without the secret of this portal the backup is of no use, and the secret is not in it',
    );
    expect(backedUp.out).toContain(join(live, 'secret'));
    expect(backedUp.out).not.toContain(secret);
    expect((await stat(zip)).size).toBeGreaterThan(0);

    const missing = await run('restore', [zip], { DATA_DIR: restored });
    expect([missing.code, linesOf(missing.problem)]).toEqual([
      2,
      [expect.stringContaining(`put its file at ${join(restored, 'secret')}`)],
    ]);
    const another = await run('restore', [zip], { DATA_DIR: restored, MIZAN_SECRET: 'x'.repeat(43) });
    expect([another.code, another.out, linesOf(another.problem)]).toEqual([
      2,
      '',
      [expect.stringContaining('The secret is not the one of this backup')],
    ]);
    // What was refused left nothing behind: the same folder takes it.
    const back = await run('restore', [zip], { DATA_DIR: restored, MIZAN_SECRET: secret });
    expect(back).toMatchObject({
      code: 0,
      problem: '',
      out: expect.stringContaining('Everybody signs in anew'),
    });
    expect(back.out).toContain('The simulated terminals of a demo stay off');
    expect(figuresOf(back)).toBeDefined();
    expect(figuresOf(back)).toBe(figuresOf(backedUp));
    // From here on it needs no setting.
    expect((await readFile(join(restored, 'secret'), 'utf8')).trim()).toBe(secret);
    const twice = await run('restore', [zip], { DATA_DIR: restored });
    expect([twice.code, linesOf(twice.problem)]).toEqual([
      2,
      [expect.stringContaining('The database is not empty')],
    ]);
    const again = await run('backup', [place('tuesday.zip')], { DATA_DIR: restored });
    expect([again.code, figuresOf(again)]).toEqual([0, figuresOf(backedUp)]);

    const doctor = await run('doctor', [], { DATA_DIR: restored });
    expect([doctor.code, doctor.problem]).toEqual([1, '']);
    const found = linesOf(doctor.out);
    expect(found.filter((line) => line.startsWith('BAD'))).toEqual([
      expect.stringMatching(/^BAD +mail +127\.0\.0\.1: /),
    ]);
    expect(found.find((line) => line.includes(' schema '))).toMatch(/^ok /);
    expect(found.find((line) => line.includes(' secret '))).toMatch(/^ok /);
  },
  patience,
);

test(
  'backup, restore and doctor: no file, an unknown argument and a wrong setting end with 2 and say what is wanted; help with 0',
  async () => {
    const nowhere = place('nowhere');
    await mkdir(nowhere);
    const env = { DATA_DIR: nowhere };
    for (const [program, args, code] of [
      ['backup', [], 2],
      ['backup', ['--all'], 2],
      ['backup', ['a.zip', 'b.zip'], 2],
      ['backup', ['--help'], 0],
      ['restore', [], 2],
      ['restore', ['a.zip', '--force'], 2],
      ['restore', ['--help'], 0],
      ['doctor', ['--help'], 0],
    ] as const) {
      const ended = await run(program, args, env);
      expect([program, args, ended.code, ended.problem]).toEqual([program, args, code, '']);
      expect(linesOf(ended.out)[0]).toContain(`npm run ${program}`);
    }
    for (const [program, args] of [
      ['backup', [place('no.zip')]],
      ['restore', [zip]],
      ['doctor', []],
    ] as const) {
      const ended = await run(program, args, { ...env, PORT: 'eighty' });
      expect([program, ended.code, ended.out, linesOf(ended.problem)]).toEqual([
        program,
        2,
        '',
        [expect.stringMatching(/^PORT /)],
      ]);
    }
    const moment = await run('restore', [nowhere, '--at', 'yesterday'], {
      ...env,
      MIZAN_SECRET: 'x'.repeat(43),
    });
    expect([moment.code, moment.problem]).toEqual([2, expect.stringContaining("not 'yesterday'")]);
    // A doctor makes no database where there is none yet.
    const doctor = await run('doctor', [], env);
    expect(doctor.out).toContain('none yet: the first start makes it');
  },
  patience,
);
