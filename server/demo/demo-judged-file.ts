import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { ChosenReadings } from '@mizan/contract/bank-file-reading.ts';
import { addDays, riyadhDay } from '@mizan/contract/business-day.ts';
import { decimalText } from '@mizan/contract/money.ts';
import { type BankFileDetail, runningStates } from '@mizan/contract/reconciliation.ts';
import { sendStatement } from '../features/deposits/statements/arrived-statements.service.ts';
import { changeChargeback } from '../features/exceptions/chargebacks.service.ts';
import { acceptException } from '../features/exceptions/exception-steps.service.ts';
import { listExceptions } from '../features/exceptions/exceptions.service.ts';
import { confirmLayout } from '../features/reconciliation/layout.service.ts';
import {
  getBankFile,
  type ReconciliationDeps,
  uploadBankFile,
} from '../features/reconciliation/reconciliation.service.ts';
import { inPlatform, inTenant } from '../platform/database/database.ts';
import type { Member } from '../platform/http/call.ts';
import {
  selectDueNet,
  selectFileBank,
  selectFileNamed,
  selectFilePayments,
  selectJoinedAt,
} from './demo-bank-file.queries.ts';
import { demoFileDays, demoFileText } from './demo-bank-file.ts';
import { joinedDaysAgo } from './demo-data.ts';
import { selectDemoOwner } from './demo-made.queries.ts';
import { diyarCoffee } from './demo-merchants.ts';

/** What the demo's owner wrote, in a language of people and not of the portal. */
export const demoNotes = {
  cash: 'The guest paid the rest in cash; the till slip is in the folder of the day.',
  notice: 'From the notice of the bank.',
} as const;

/** After this time the next start goes on with it; the file is in the list, as far as it came. */
const verdictWaitMs = 30_000;
const lookMs = 50;
/** The bank's notice gives longer than the bell's last week, so that a newcomer's first screen is no alarm. */
const answerDays = 12;
const dayMs = 86_400_000;

/**
 * On the first start, through the services of the screens: a bank file that is read, confirmed and judged, one of its
 * exceptions accepted, the deadline of its chargeback copied from a notice, and a statement that waits for a person. The days are
 * those of the moment at which the demo was made, so a start that was cut off goes on with the same bytes; what a person undid
 * or opened again stays as it is.
 */
export async function makeDemoFile(deps: ReconciliationDeps): Promise<void> {
  const found = await inPlatform(deps.db, async (tx) => ({
    owner: await selectDemoOwner(tx, diyarCoffee.uuid),
    joinedAt: await selectJoinedAt(tx, diyarCoffee.uuid),
  }));
  if (!found.owner || !found.joinedAt) return;
  const by = memberOf(found.owner, deps.clock.now());
  const { madeOn, from, to, fileName } = demoFileOf(found.joinedAt);
  const made = await inTenant(deps.db, by.merchantId, async (tx) => {
    const bankId = await selectFileBank(tx, by.merchantId);
    if (!bankId) throw new Error('the merchant of the demo has two banks');
    return {
      before: await selectFileNamed(tx, fileName),
      text: demoFileText(await selectFilePayments(tx, by.merchantId, bankId, { from, to })),
      dueMinor: await selectDueNet(tx, bankId, madeOn),
    };
  });
  if (made.before && !runningStates.includes(made.before.state) && made.before.state !== 'WAITING_LAYOUT')
    return;
  if (made.dueMinor > 0) await sendDemoStatement(deps, by, madeOn, made.dueMinor);
  const detail = await judged(deps, by, { fileName, text: made.text });
  if (detail?.state === 'DONE') await sayOf(deps, by, detail.id, madeOn);
}

/** The file of a demo whose merchant joined then: its name, its days, and the day on which the demo was made. */
export function demoFileOf(joinedAt: Date): { madeOn: string; from: string; to: string; fileName: string } {
  const madeOn = riyadhDay(new Date(joinedAt.getTime() + joinedDaysAgo * dayMs));
  const { from, to } = demoFileDays(madeOn);
  return { madeOn, from, to, fileName: `tihama-pos-${from}-to-${to}.csv` };
}

const memberOf = (owner: { userId: string; fullName: string; merchantId: string }, now: Date): Member => ({
  ...owner,
  role: 'MERCHANT',
  teamRole: 'owner',
  branchId: null,
  terminalId: null,
  email: null,
  locale: 'ar',
  authenticatedAt: now,
  sessionId: '0',
});

/** Uploads the file and confirms it as it is proposed to be read; null where it has no verdict in time. */
async function judged(
  deps: ReconciliationDeps,
  by: Member,
  { fileName, text }: { fileName: string; text: string },
): Promise<BankFileDetail | null> {
  const declaredBytes = Buffer.byteLength(text);
  const { bankFile } = await uploadBankFile(deps, by, {
    fileName,
    declaredBytes,
    body: Readable.from([Buffer.from(text)]),
  });
  const until = Date.now() + verdictWaitMs;
  while (Date.now() < until) {
    const detail = await getBankFile(deps, by, bankFile.id);
    if (detail.state === 'WAITING_LAYOUT' && detail.proposal) {
      const { columns, questions } = detail.proposal;
      await confirmLayout(deps, by, bankFile.id, {
        columns: columns.map(({ key, field }) => ({ key, field })),
        readings: Object.fromEntries(
          questions.map(({ question, way, ways }) => [question, way ?? ways[0]?.way]),
        ) as ChosenReadings,
        bankName: 'Tihama Bank',
        remember: true,
        judge: true,
      });
    } else if (!runningStates.includes(detail.state)) return detail;
    await setTimeout(lookMs);
  }
  return null;
}

/** What people said of the file's exceptions. */
async function sayOf(
  deps: ReconciliationDeps,
  by: Member,
  bankFileId: string,
  madeOn: string,
): Promise<void> {
  const { rows } = await listExceptions(deps, by, { bankFileId, limit: 100 });
  const short = rows.find(({ outcome }) => outcome === 'amountDiffers');
  if (short) {
    const { id, outcome, differenceMinor } = short;
    await acceptException(deps, by, id, {
      note: demoNotes.cash,
      outcome,
      differenceMinor,
      askPersonId: null,
    });
  }
  const taken = rows.find(({ outcome }) => outcome === 'chargeback');
  if (!taken) return;
  await changeChargeback(deps, by, taken.id, {
    stage: 'RECEIVED',
    answeredOn: null,
    deadlineDay: addDays(madeOn, answerDays),
    note: demoNotes.notice,
  });
}

/** What the second bank paid on the day, and a rent: nobody has said yet whose account it is of. */
async function sendDemoStatement(
  deps: ReconciliationDeps,
  by: Member,
  madeOn: string,
  dueMinor: number,
): Promise<void> {
  const [year, month, day] = madeOn.split('-');
  const date = `${day}/${month}/${year}`;
  const [openingMinor, rentMinor] = [4_120_055, 17_250];
  const afterRent = openingMinor - rentMinor;
  const text = [
    'Date,Description,Reference,Debit,Credit,Balance,Currency',
    `${date},POS terminal rent,THM-R-0412,${decimalText(rentMinor)},,${decimalText(afterRent)},SAR`,
    `${date},POS settlement,THM-${madeOn.replaceAll('-', '')},,${decimalText(dueMinor)},${decimalText(afterRent + dueMinor)},SAR`,
    '',
  ].join('\r\n');
  await sendStatement(deps, by, {
    fileName: `tihama-account-${madeOn}.csv`,
    body: Readable.from([Buffer.from(text)]),
  });
}
