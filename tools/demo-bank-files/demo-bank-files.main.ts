import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { addDays, riyadhDay } from '@mizan/contract/business-day.ts';
import { decimalText } from '@mizan/contract/money.ts';
import { readConfig } from '../../server/config.ts';
import { diyarCoffee } from '../../server/demo/demo-merchants.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { createLog } from '../../server/platform/log.ts';
import { openStore } from '../../server/store.ts';
import { type WrittenFile, writeBankFile } from '../bank-files/bank-file.ts';
import type { Answer } from '../bank-files/plant-work.ts';
import { plantDifferences } from '../bank-files/planting.ts';
import { seededRandom } from '../bank-files/random.ts';
import type { KnownPayment } from '../bank-files/settlement-line.ts';
import { writeMonth } from './demo-month.ts';
import { selectNotDue, selectPaymentsOf } from './demo-payments.queries.ts';
import { type DemoFile, demoFiles } from './demo-plan.ts';

const help = `npm run demo:bank-files -- [--out <folder>] [--seed <n>]

  Writes settlement files for the demo merchant's last days in every layout the portal knows, with planted
  differences, and names them; and in the folder month a month of files of the demo's two banks, in which each thing
  that happens to such files happens once, with an index. Give DATA_DIR where the demo has another than the default one.

  --out <folder>   where to (default: bank-files in the data folder)
  --seed <n>       which payments get a difference (default 1)
`;

/** A broken row stands in the middle of the file, where good ones go on behind it. */
function withBrokenRow({ bytes }: WrittenFile): Uint8Array {
  const lines = Buffer.from(bytes).toString('utf8').split('\r\n');
  lines.splice(Math.floor(lines.length / 2), 0, '800150400566,88501158,this row is broken');
  return Buffer.from(lines.join('\r\n'));
}

function answerText({ outcome, transactionId, lines, differenceMinor }: Answer, file: WrittenFile): string {
  const where = [
    ...(transactionId === null ? [] : [`payment #${transactionId}`]),
    ...(lines.length === 0 ? [] : [`line ${lines.map(file.lineNumber).join(', ')}`]),
  ].join(', ');
  return `    ${outcome.padEnd(16)} ${decimalText(differenceMinor).padStart(10)}  ${where}`;
}

/** With how many seeds it is tried to plant nothing at the end of a terminal's day. */
const seedsMax = 50;

/**
 * Plants differences so that the file covers every payment that it lacks: each has a later one of its terminal and card
 * scheme in the file. What the bank need not have paid yet is not missing, but waits.
 */
async function plantCovered(
  db: Database,
  payments: readonly KnownPayment[],
  { planted }: DemoFile,
  day: string,
  seed: number,
): Promise<ReturnType<typeof plantDifferences>> {
  for (let tried = 0; tried < seedsMax; tried++) {
    const { lines, answers } = plantDifferences(payments, planted, day, seededRandom(seed + 1_000 * tried));
    const lacking = new Set(
      answers.flatMap(({ outcome, transactionId }) =>
        outcome === 'missingInBank' ? (transactionId ?? []) : [],
      ),
    );
    const there = payments.filter(({ id, status }) => status === 'APPROVED' && !lacking.has(id));
    const isCovered = payments
      .filter(({ id }) => lacking.has(id))
      .every((one) =>
        there.some(
          (each) => each.tid === one.tid && each.scheme === one.scheme && each.createdAtMs > one.createdAtMs,
        ),
      );
    if (!isCovered) continue;
    const notDue = await selectNotDue(db, [...lacking], riyadhDay(new Date()));
    const dated = answers.map((answer) =>
      answer.outcome === 'missingInBank' && notDue.has(answer.transactionId ?? 0)
        ? { ...answer, outcome: 'waits' as const }
        : answer,
    );
    return { lines, answers: dated };
  }
  throw new Error(`no payments of ${day} could be left out within the others`);
}

async function writeOne(
  db: Database,
  folder: string,
  plan: DemoFile,
  day: string,
  seed: number,
): Promise<void> {
  const payments = await selectPaymentsOf(db, diyarCoffee.uuid, day);
  if (payments.length === 0) throw new Error(`the demo has no payments on ${day}: start it once (npm start)`);
  const { lines, answers } = await plantCovered(db, payments, plan, day, seed);
  const file = writeBankFile(lines, plan.form);
  const name = `${day}-${plan.name}`;
  await writeFile(join(folder, name), plan.broken ? withBrokenRow(file) : file.bytes);
  console.log(`\n  ${name}: ${lines.length} lines${plan.broken ? ' and a broken one' : ''}`);
  if (answers.length === 0) console.log('    nothing is planted: it balances');
  for (const answer of answers) console.log(answerText(answer, file));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { out: { type: 'string' }, seed: { type: 'string', default: '1' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(help);
  const seed = Number(values.seed);
  if (!Number.isInteger(seed)) throw new Error('--seed is a whole number');
  const config = readConfig(process.env);
  const folder = resolve(values.out ?? join(config.dataDir, 'bank-files'));
  await mkdir(folder, { recursive: true });
  const store = await openStore(config, createLog('error'));
  try {
    const today = riyadhDay(new Date());
    for (const [index, plan] of demoFiles.entries()) {
      await writeOne(store.db, folder, plan, addDays(today, -1 - index), seed + index);
    }
    console.log(`\n${await writeMonth(store.db, join(folder, 'month'), today)}`);
    console.log(
      `\n  They lie in ${folder}, the month in its folder month; upload them on the screen Reconciliation.\n`,
    );
  } finally {
    await store.close();
  }
}

await main();
