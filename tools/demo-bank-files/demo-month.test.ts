/**
 * The month of files that `npm run demo:bank-files` writes, uploaded one after the other as its README says: each gets the
 * verdicts that stand there, on the demo as it is made.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contract from '@mizan/contract/reconciliation.ts';
import { afterAll, expect, test } from 'vitest';
import { makeDemoData } from '../../server/demo/demo-data.ts';
import { diyarCoffee } from '../../server/demo/demo-merchants.ts';
import {
  type BankWorld,
  confirm,
  detailOf,
  runnerOf,
  upload,
} from '../../server/features/reconciliation/testing/bank-world.ts';
import { platformRows } from '../../server/platform/database/database.ts';
import { testPortal } from '../../server/testing/test-portal.ts';
import { writeMonth } from './demo-month.ts';

/** Briefly: through the file that came late. */
const isLong = process.env['MIZAN_LONG'] !== undefined;
const brieflyUntil = 8;

/** A Tuesday afternoon in Riyadh. */
const now = new Date('2026-11-24T11:20:00Z');
const portal = await testPortal(now);
const folder = await mkdtemp(join(tmpdir(), 'mizan-demo-month-'));
afterAll(() => rm(folder, { recursive: true }));

async function demoWorld(): Promise<BankWorld> {
  await makeDemoData(portal.db, folder, now);
  const [owner] = await platformRows<{ userId: string; merchantId: string }>(
    portal.db,
    `SELECT u.id::text AS "userId", m.id::text AS "merchantId" FROM users u JOIN merchants m ON m.id = u.merchant_id
      WHERE m.uuid = $1 AND u.role = 'MERCHANT' ORDER BY u.id LIMIT 1`,
    [diyarCoffee.uuid],
  );
  if (!owner) throw new Error('the demo has an owner');
  const merchant = { merchantId: owner.merchantId } as BankWorld['merchant'];
  return { portal, runner: runnerOf(portal), merchant, token: await portal.tokenOf(owner.userId) };
}

interface Line {
  file: string;
  verdicts: string;
  shows: string;
}

/** The lines of the English table that name a file. */
const linesOf = (index: string): Line[] =>
  index
    .slice(0, index.indexOf('\n# '))
    .split('\n')
    .filter((line) => /^\| \d\d-/.test(line))
    .map((line) => {
      const [, file = '', , verdicts = '', shows = ''] = line.split('|').map((cell) => cell.trim());
      return { file, verdicts, shows };
    });

const wordOf = JSON.parse(
  await readFile(join(import.meta.dirname, '../../locales/en/facts.json'), 'utf8'),
) as { word: { verdict: Record<string, string> } };

test('the month of the demo gets the verdicts that its README says, where it is done as that says', {
  timeout: 300_000,
}, async () => {
  const world = await demoWorld();
  const { token, runner } = world;
  const month = linesOf(await writeMonth(portal.db, join(folder, 'month'), '2026-11-24'));
  const lines = isLong ? month : month.slice(0, brieflyUntil);
  const ids = new Map<string, string>();
  let undo: string | null = null;
  for (const { file, shows } of lines) {
    if (undo) {
      const undone = await portal.call(contract.undoBankFile, { params: { id: undo } }, { token });
      expect(undone.statusCode).toBe(200);
      await runner.idle();
      undo = null;
    }
    const answer = await upload(world, await readFile(join(folder, 'month', file)), file);
    expect([file, answer.statusCode]).toEqual([file, 201]);
    const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
    await runner.idle();
    const detail = await detailOf(world, id);
    const bank = file.includes('najd') ? 'Najd Bank' : 'Tihama Bank';
    if (detail.state === 'WAITING_LAYOUT') await confirm(world, detail, true, bank);
    await runner.idle();
    ids.set(file, id);
    if (shows.includes('Undo this file')) undo = id;
  }
  const told: Line[] = [];
  for (const { file, shows } of lines) {
    const { history } = await detailOf(world, ids.get(file) as string);
    const had = history.map(({ verdict }) => wordOf.word.verdict[verdict] as string).reverse();
    told.push({ file, verdicts: had.filter((each, at) => each !== had[at - 1]).join(', '), shows });
  }
  expect(told).toEqual(lines);
  // They had every verdict, and in a whole month one of them was taken back.
  expect(new Set(lines.flatMap(({ verdicts }) => verdicts.split(', '))).size).toBe(3);
  expect(month.some(({ shows }) => shows.includes('Undo this file'))).toBe(true);
});
