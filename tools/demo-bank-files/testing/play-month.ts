/** The index of a month of files, as a person reads it and does what it says. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addHoliday } from '@mizan/contract/holidays.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import { expect } from 'vitest';
import { matchByHand } from '../../../server/features/exceptions/testing/exception-world.ts';
import { workOnDueDays } from '../../../server/features/holidays/holidays.service.ts';
import {
  type BankWorld,
  confirm,
  detailOf,
  entriesOf,
  upload,
} from '../../../server/features/reconciliation/testing/bank-world.ts';
import { platformRows } from '../../../server/platform/database/database.ts';

export interface Line {
  file: string;
  verdicts: string;
  shows: string;
}

/** What the index says in English, and what in Arabic. */
export const halves = (index: string): [string, string] => {
  const at = index.indexOf('\n# ');
  return [index.slice(0, at), index.slice(at)];
};

/** The lines of a table that name a file. */
export const linesOf = (half: string): Line[] =>
  half
    .split('\n')
    .filter((line) => /^\| \d\d-/.test(line))
    .map((line) => {
      const [, file = '', , verdicts = '', shows = ''] = line.split('|').map((cell) => cell.trim());
      return { file, verdicts, shows };
    });

const wordOf = JSON.parse(
  await readFile(join(import.meta.dirname, '../../../locales/en/facts.json'), 'utf8'),
) as { word: { verdict: Record<string, string> } };

/** The days that the index tells an administrator to close. */
export function spanOf(half: string): { from: string; to: string } {
  const [, from = '', to = ''] = /(\d{4}-\d\d-\d\d) (?:to|إلى) (\d{4}-\d\d-\d\d)/.exec(half) ?? [];
  return { from, to };
}

/** An administrator closes the banks for a span, and the portal reckons anew what is due in it. */
export async function closeBanks(
  { portal, runner }: BankWorld,
  span: { from: string; to: string },
): Promise<void> {
  const [admin] = await platformRows<{ id: string }>(
    portal.db,
    `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'bank-days@mizan.test', 'Huda Al-Faisal', '')
     RETURNING id::text`,
  );
  const token = await portal.tokenOf(admin?.id ?? '');
  const body = { ...span, nameEn: 'Eid', nameAr: 'العيد' };
  expect((await portal.call(addHoliday, { body }, { token })).statusCode).toBe(201);
  await workOnDueDays({ db: portal.db, clock: portal.clock });
  await runner.idle();
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

/** What was played: what each line of the index came to, and what of it was seen at once. */
interface Played {
  told: Line[];
  /** By file: as it was judged when it came. */
  atOnce: Map<string, contract.BankFileDetail>;
  /** Files of which a person was asked how they are read or what they hold. */
  asked: string[];
}

/** Uploads the files of these lines one after the other, and does what stands beside each. */
export async function playMonth(world: BankWorld, folder: string, lines: readonly Line[]): Promise<Played> {
  const { portal, token, runner } = world;
  const ids = new Map<string, string>();
  const atOnce: Played['atOnce'] = new Map();
  const asked: string[] = [];
  let undo: string | null = null;
  for (const { file, shows } of lines) {
    if (undo) {
      const undone = await portal.call(contract.undoBankFile, { params: { id: undo } }, { token });
      expect(undone.statusCode).toBe(200);
      await runner.idle();
      undo = null;
    }
    const answer = await upload(world, await readFile(join(folder, file)), file);
    expect([file, answer.statusCode]).toEqual([file, 201]);
    const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
    await runner.idle();
    const detail = await detailOf(world, id);
    if (detail.state === 'WAITING_LAYOUT') {
      asked.push(file);
      await confirm(world, detail, true, file.includes('najd') ? 'Najd Bank' : 'Tihama Bank');
      await runner.idle();
    }
    ids.set(file, id);
    atOnce.set(file, await detailOf(world, id));
    if (shows.includes('Undo this file')) undo = id;
    if (shows.includes('Match both lines')) await matchParts(world, id, shows);
  }
  const told: Line[] = [];
  for (const { file, shows } of lines) {
    const { history } = await detailOf(world, ids.get(file) as string);
    const had = history.map(({ verdict }) => wordOf.word.verdict[verdict] as string).reverse();
    told.push({ file, verdicts: had.filter((each, at) => each !== had[at - 1]).join(', '), shows });
  }
  return { told, atOnce, asked };
}
