/**
 * The month of files that `npm run demo:bank-files` writes, uploaded one after the other as its README says: each gets the
 * verdicts that stand there, on the demo as it is made.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contract from '@mizan/contract/reconciliation.ts';
import { afterAll, expect, test } from 'vitest';
import { makeDemoData } from '../../server/demo/demo-data.ts';
import { makeDemoFile } from '../../server/demo/demo-judged-file.ts';
import { diyarCoffee } from '../../server/demo/demo-merchants.ts';
import { exceptionBook } from '../../server/features/exceptions/exception-book.ts';
import { type BankWorld, runnerOf } from '../../server/features/reconciliation/testing/bank-world.ts';
import { platformRows } from '../../server/platform/database/database.ts';
import { engineHere } from '../../server/testing/engine-here.ts';
import { testPortal } from '../../server/testing/test-portal.ts';
import { writeMonth } from './demo-month.ts';
import { closeBanks, halves, type Line, linesOf, playMonth, spanOf } from './testing/play-month.ts';

/** Briefly: the first file of each bank; month-index.test.ts plays all of them in a small shop. */
const isLong = process.env['MIZAN_LONG'] !== undefined;
const brieflyUntil = 2;

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
  const runner = runnerOf(portal);
  const { db, clock, bankFiles } = portal;
  const engine = { engine: engineHere, exceptions: exceptionBook, wake: () => runner.wake() };
  await makeDemoFile({ db, clock, folder: bankFiles, ...engine });
  await runner.idle();
  return { portal, runner, merchant, token: await portal.tokenOf(owner.userId) };
}

const isInParts = ({ shows }: Line): boolean => /pays in two lines|يسددها البنك في سطرين/.test(shows);

/** What a line says in either language. */
const toldOf = (line: Line): unknown => [
  line.file,
  line.verdicts.split(/[,،]/).length,
  isInParts(line),
  line.shows.match(/\d+(?:\.\d+)?/g),
];

/** Undoes the file that the demo begins with, as either half of the index says; it judges the same days. */
async function undoOwn({ portal, runner, token }: BankWorld, ...halves: string[]): Promise<void> {
  const list = await portal.call(contract.listBankFiles, { query: {} }, { token });
  const own = list.json<{ rows: { id: string; fileName: string; exceptionCount: number }[] }>().rows;
  expect(own).toMatchObject([{ fileName: expect.stringMatching(/^tihama-pos-/) }]);
  const { id = '', fileName = '' } = own[0] ?? {};
  for (const half of halves) expect(half).toContain(fileName);
  expect((await portal.call(contract.undoBankFile, { params: { id } }, { token })).statusCode).toBe(200);
  await runner.idle();
  expect(await writeMonth(portal.db, join(folder, 'month'), '2026-11-24')).not.toContain(fileName);
}

/** Payments of the demo's merchant by the day that they are due: in a span, and on the first day after it that has any. */
async function dueAround(
  { merchant }: BankWorld,
  { from, to }: { from: string; to: string },
): Promise<{ within: number; after: string }> {
  const [row] = await platformRows<{ within: number; after: string }>(
    portal.db,
    `SELECT count(*) FILTER (WHERE due_day BETWEEN $2 AND $3)::int AS within,
            (min(due_day) FILTER (WHERE due_day > $3))::text AS after
       FROM expectations WHERE merchant_id = $1`,
    [merchant.merchantId, from, to],
  );
  return row ?? { within: 0, after: '' };
}

test('the month of the demo gets the verdicts that its README says, where it is done as that says', {
  timeout: 300_000,
}, async () => {
  const world = await demoWorld();
  const [english, arabic] = halves(await writeMonth(portal.db, join(folder, 'month'), '2026-11-24'));
  const month = linesOf(english);
  // In Arabic it says as much of the same files, and of the same lines of a sale in parts.
  expect(linesOf(arabic).map(toldOf)).toEqual(month.map(toldOf));
  await undoOwn(world, english, arabic);
  const eid = spanOf(english);
  expect(spanOf(arabic)).toEqual(eid);
  expect((await dueAround(world, eid)).within).toBeGreaterThan(0);
  await closeBanks(world, eid);
  const { within, after } = await dueAround(world, eid);
  const afterEid = month.filter(({ shows }) => shows.includes('after the Eid')).map(({ file }) => file);
  expect({ within, afterEid }).toEqual({ within: 0, afterEid: [expect.stringContaining(`${after}-tihama`)] });
  expect(month.filter(isInParts)).toHaveLength(1);
  const lines = isLong ? month : month.slice(0, brieflyUntil);
  const { told } = await playMonth(world, join(folder, 'month'), lines);
  expect(told).toEqual(lines);
  // In a whole month they had every verdict, and one of them was taken back.
  expect(new Set(month.flatMap(({ verdicts }) => verdicts.split(', '))).size).toBe(3);
  expect(month.some(({ shows }) => shows.includes('Undo this file'))).toBe(true);
});
