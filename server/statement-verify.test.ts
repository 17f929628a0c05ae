import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as contract from '@mizan/contract/settlement-statements.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { bankWorld, sell } from './features/reconciliation/testing/bank-world.ts';
import { platformRows } from './platform/database/database.ts';
import { databaseUrl } from './platform/testing/database-names.ts';
import { portalEnvironment } from './testing/portal-process.ts';

/** `npm run statement:verify` as somebody runs it: a process of its own on the portal's database. */
const world = await bankWorld();
const program = fileURLToPath(new URL('statement-verify.main.ts', import.meta.url));
const forms = (['csv', 'xlsx', 'pdf'] as const).flatMap((format) =>
  (['en', 'ar'] as const).map((lang) => ({ format, lang, name: `statement-${lang}.${format}` })),
);
const patience = 60_000;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mizan-statement-verify-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function verify(...paths: string[]): Promise<{ code: number; lines: string[]; problem: string }> {
  const [database] = await platformRows<{ name: string }>(
    world.portal.db,
    'SELECT current_database() AS name',
    [],
  );
  const url = databaseUrl(inject('testServer').ownerUrl, database?.name ?? '');
  const env = { ...process.env, ...portalEnvironment(url) };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...paths], { env }, (_error, out, problem) =>
      resolve({ code: child.exitCode ?? -1, lines: out.trimEnd().split('\n'), problem }),
    );
  });
}

/** The statement of a month in every form and language, by the name of its file. */
async function statementFiles(): Promise<Map<string, Buffer>> {
  const { portal, token } = world;
  await sell(world, [{ amountMinor: 12_345 }, { amountMinor: 6_000 }]);
  const body = { requestId: randomUUID(), from: '2026-11-01', to: '2026-11-22' };
  const made = await portal.call(contract.makeSettlementStatement, { body }, { token });
  expect(made.statusCode).toBe(201);
  const { id } = made.json<{ id: string }>();
  const files = new Map<string, Buffer>();
  for (const { format, lang, name } of forms) {
    const query = { format, lang, calendar: 'both' as const };
    const answer = await portal.call(
      contract.downloadSettlementStatement,
      { params: { id }, query },
      { token },
    );
    expect(answer.statusCode).toBe(200);
    files.set(name, answer.rawPayload);
  }
  return files;
}

/** The file with one byte changed: a figure where its text shows one, else the byte in its middle. */
function withOneByteChanged(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  const figure = changed.indexOf('123.45');
  const at = figure < 0 ? Math.floor(changed.length / 2) : figure;
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

test(
  'every form in both languages is unchanged with exit code 0, and with one byte changed refused by name with 1 or 3',
  async () => {
    const files = await statementFiles();
    const paths = [...files.keys()].map((name) => join(folder, name));
    for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
    const unchanged = await verify(...paths);
    expect(unchanged).toMatchObject({ code: 0 });
    for (const [index, { format, lang, name }] of forms.entries()) {
      expect(unchanged.lines[index]).toContain(`${name}: unchanged, statement MZ-2026-0001 of `);
      expect(unchanged.lines[index]).toContain(`(${format}, ${lang})`);
    }

    for (const [name, bytes] of files) await writeFile(join(folder, name), withOneByteChanged(bytes));
    const refused = await verify(...paths);
    expect([1, 3]).toContain(refused.code);
    expect(refused.lines.join('\n')).not.toContain('unchanged');
    for (const { name } of forms) {
      const said = refused.lines.find((line) => line.startsWith(`${name}: `));
      expect(said).toMatch(/: (?:CHANGED since statement MZ-2026-0001 was made|NOT OURS, .+)$/);
    }
    const csv = await verify(join(folder, 'statement-ar.csv'));
    expect(csv).toMatchObject({ code: 1, lines: [expect.stringContaining('CHANGED'), expect.any(String)] });
  },
  patience,
);

test(
  'a file that cannot be read: one line that names it, and exit code 2',
  async () => {
    const missing = join(folder, 'nowhere.pdf');
    const { code, problem } = await verify(missing);
    expect(code).toBe(2);
    expect(problem).toContain(missing);
  },
  patience,
);
