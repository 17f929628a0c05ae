/**
 * The month of files that `npm run demo:bank-files` writes, uploaded one after the other as its README says: each gets the
 * verdicts that stand there, on the demo as it is made.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addHoliday } from '@mizan/contract/holidays.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import { afterAll, expect, test } from 'vitest';
import { makeDemoData } from '../../server/demo/demo-data.ts';
import { makeDemoFile } from '../../server/demo/demo-judged-file.ts';
import { diyarCoffee } from '../../server/demo/demo-merchants.ts';
import { exceptionBook } from '../../server/features/exceptions/exception-book.ts';
import { matchByHand } from '../../server/features/exceptions/testing/exception-world.ts';
import { workOnDueDays } from '../../server/features/holidays/holidays.service.ts';
import {
  type BankWorld,
  confirm,
  detailOf,
  entriesOf,
  runnerOf,
  upload,
} from '../../server/features/reconciliation/testing/bank-world.ts';
import { platformRows } from '../../server/platform/database/database.ts';
import { engineHere } from '../../server/testing/engine-here.ts';
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
  const runner = runnerOf(portal);
  const { db, clock, bankFiles } = portal;
  const engine = { engine: engineHere, exceptions: exceptionBook, wake: () => runner.wake() };
  await makeDemoFile({ db, clock, folder: bankFiles, ...engine });
  await runner.idle();
  return { portal, runner, merchant, token: await portal.tokenOf(owner.userId) };
}

interface Line {
  file: string;
  verdicts: string;
  shows: string;
}

/** What the index says in English, and what in Arabic. */
const halves = (index: string): [string, string] => {
  const at = index.indexOf('\n# ');
  return [index.slice(0, at), index.slice(at)];
};

/** The lines of a table that name a file. */
const linesOf = (half: string): Line[] =>
  half
    .split('\n')
    .filter((line) => /^\| \d\d-/.test(line))
    .map((line) => {
      const [, file = '', , verdicts = '', shows = ''] = line.split('|').map((cell) => cell.trim());
      return { file, verdicts, shows };
    });

const wordOf = JSON.parse(
  await readFile(join(import.meta.dirname, '../../locales/en/facts.json'), 'utf8'),
) as { word: { verdict: Record<string, string> } };

const isInParts = ({ shows }: Line): boolean => /pays in two lines|يسددها البنك في سطرين/.test(shows);

/** What a line says in either language; figures of the other situations stand in words in Arabic. */
const toldOf = (line: Line): unknown => [
  line.file,
  line.verdicts.split(/[,،]/).length,
  isInParts(line) && line.shows.match(/\d+/g),
];

/** The days that the index tells an administrator to close. */
function spanOf(half: string): { from: string; to: string } {
  const [, from = '', to = ''] = /(\d{4}-\d\d-\d\d) (?:to|إلى) (\d{4}-\d\d-\d\d)/.exec(half) ?? [];
  return { from, to };
}

async function closeBanks(span: { from: string; to: string }): Promise<void> {
  const [admin] = await platformRows<{ id: string }>(
    portal.db,
    `SELECT min(id)::text AS id FROM users WHERE role = 'ADMIN'`,
  );
  const token = await portal.tokenOf(admin?.id ?? '');
  const body = { ...span, nameEn: 'Eid', nameAr: 'العيد' };
  expect((await portal.call(addHoliday, { body }, { token })).statusCode).toBe(201);
  await workOnDueDays({ db: portal.db, clock: portal.clock });
}

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

/** The sale whose two lines the index names, matched with them. */
async function matchParts(world: BankWorld, id: string, shows: string): Promise<void> {
  const lines = [...shows.matchAll(/\d+/g)].map(([line]) => Number(line));
  const entries = await entriesOf(world, id);
  const sales = new Set(
    entries.flatMap((entry) =>
      entry.lines.some((line) => lines.includes(line)) ? (entry.transactionId ?? []) : [],
    ),
  );
  expect([lines.length, sales.size]).toEqual([2, 1]);
  expect((await matchByHand(world, id, lines, [...sales])).status).toBe(200);
}

test('the month of the demo gets the verdicts that its README says, where it is done as that says', {
  timeout: 300_000,
}, async () => {
  const world = await demoWorld();
  const { token, runner } = world;
  const [english, arabic] = halves(await writeMonth(portal.db, join(folder, 'month'), '2026-11-24'));
  const month = linesOf(english);
  // In Arabic it says as much of the same files, and of the same lines of a sale in parts.
  expect(linesOf(arabic).map(toldOf)).toEqual(month.map(toldOf));
  await undoOwn(world, english, arabic);
  const eid = spanOf(english);
  expect(spanOf(arabic)).toEqual(eid);
  expect((await dueAround(world, eid)).within).toBeGreaterThan(0);
  await closeBanks(eid);
  await runner.idle();
  const { within, after } = await dueAround(world, eid);
  const afterEid = month.filter(({ shows }) => shows.includes('after the Eid')).map(({ file }) => file);
  expect({ within, afterEid }).toEqual({ within: 0, afterEid: [expect.stringContaining(`${after}-tihama`)] });
  expect(month.filter(isInParts)).toHaveLength(1);
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
    if (shows.includes('Match both lines')) await matchParts(world, id, shows);
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
