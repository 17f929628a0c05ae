import { fileBankIn } from '@mizan/contract/bank-names.ts';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import { isEven } from '@mizan/contract/verdicts.ts';
import type { Words } from '../../platform/words.ts';
import type { openExceptions } from '../exceptions/exceptions.service.ts';
import type { UnansweredOfDay } from '../exceptions/unanswered.service.ts';
import type { FilesOfDay, TellingFile } from '../reconciliation/told-files.service.ts';
import type { AskingKind, AskingOfBank } from '../settlement/asking.service.ts';
import type { DropsOfDay } from '../watched-folder/told-drops.service.ts';

/** What the daily e-mail about bank files has to say. Amounts in minor units of their currency. */
export interface DayOfFiles extends FilesOfDay, DropsOfDay {
  settlements: readonly AskingOfBank[];
  exceptions: Awaited<ReturnType<typeof openExceptions>>;
  unanswered: UnansweredOfDay;
  /** Statements of accounts that wait for a person, and since when the oldest does. */
  statements: { count: number; since: Date | null };
}

/** A currency as the reader's language writes it beside an amount. */
const nameOf = (words: Words, currency: string): string => words.text(`units:currency.${currency}`);

/** Of the days of a bank without a file so many are named, the first ones. */
const daysNamedMax = 7;

/** Whether a person has nothing to look at. That no file came is not asked here. */
const hasOpen = ({ files, settlements, exceptions, otherOpen, hasMore, ...day }: DayOfFiles): boolean =>
  hasMore ||
  day.statements.count > 0 ||
  day.refusedDrops.length > 0 ||
  otherOpen > 0 ||
  settlements.length > 0 ||
  exceptions.some(({ count }) => count > 0) ||
  files.some(
    ({ state, verdict, isJudgedAgain }) =>
      state !== 'DONE' || verdict === null || !isEven(verdict) || isJudgedAgain,
  );

/** The subject's words. */
export function headOf(words: Words, day: DayOfFiles): string {
  const isOpen = hasOpen(day);
  if (!day.hasCome) return words.text(`mails:filesDay.head.${isOpen ? 'noneAndOpen' : 'none'}`);
  return words.text(`mails:filesDay.head.${isOpen ? 'open' : 'nothing'}`);
}

/** One line for each file, bank and currency that has something to say; that nothing is open only where that is so. */
export function sentencesOf(words: Words, day: DayOfFiles): string {
  const { files, settlements, exceptions, unanswered, otherOpen, hasMore, hasCome } = day;
  const blocks = [
    // First: it is the one thing here that can be too late tomorrow.
    ofUnanswered(words, unanswered),
    hasCome ? [] : [words.text('mails:filesDay.noneCame')],
    files.map((file) => ofFile(words, file)),
    [
      ...(hasMore ? [words.text('mails:filesDay.moreFiles')] : []),
      ...(otherOpen > 0 ? [words.text('mails:filesDay.otherOpen', { count: otherOpen })] : []),
    ],
    ofArrived(words, day),
    settlements.map((each) => ofSettlement(words, each)),
    exceptions
      .filter(({ count }) => count > 0)
      .map(({ count, currency, differenceMinor }) =>
        words.text('mails:filesDay.exceptions', {
          count,
          currency: nameOf(words, currency),
          amount: words.amount(differenceMinor),
        }),
      ),
    hasCome && !hasOpen(day) ? [words.text(`mails:filesDay.${nothingOpenOf(files)}`)] : [],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** That every file is balanced is said only where each of them is. */
const nothingOpenOf = (files: DayOfFiles['files']): string =>
  files.some(({ verdict }) => verdict === 'GROSS_AGREED') ? 'nothingOpenGross' : 'nothingOpen';

/** What came and was taken by nobody: files of the watched folder that were refused, and statements that wait. */
function ofArrived(words: Words, { statements, refusedDrops, hasMoreDrops }: DayOfFiles): string[] {
  const { count, since } = statements;
  return [
    ...refusedDrops.map(({ fileName, reason }) =>
      words.text('mails:filesDay.dropped', {
        file: fileName,
        why: words.text(`mails:dropRefused.${reason}`),
      }),
    ),
    ...(hasMoreDrops ? [words.text('mails:filesDay.droppedMore')] : []),
    ...(since
      ? [words.text('mails:filesDay.statementsWait', { count, since: words.day(riyadhDay(since)) })]
      : []),
  ];
}

/** Chargebacks near or past the bank's deadline, which is copied from its notice or reckoned. That no answer is noted is all that is known: it may have been sent. */
function ofUnanswered(words: Words, { named, hasMore, withoutDeadline }: UnansweredOfDay): string[] {
  return [
    ...named.map(({ bankName, bank, fileName, line, currency, amountMinor, deadlineDay, kind, daysLeft }) =>
      words.text(
        `mails:filesDay.${kind === 'NOTICE' ? 'answer' : 'reckoned'}${daysLeft < 0 ? 'Missed' : daysLeft === 0 ? 'Today' : 'Soon'}`,
        {
          file: [fileBankIn(words.language, { bankName, bank }), fileName]
            .filter((text) => text !== '')
            .join(words.text('settlement:and')),
          line: words.number(line),
          currency: nameOf(words, currency),
          amount: words.amount(amountMinor),
          day: words.day(deadlineDay),
          count: Math.max(daysLeft, 0),
        },
      ),
    ),
    ...(hasMore ? [words.text('mails:filesDay.answersMore')] : []),
    ...(withoutDeadline > 0 ? [words.text('mails:filesDay.answersUnknown', { count: withoutDeadline })] : []),
  ];
}

function ofFile(words: Words, file: TellingFile): string {
  const name = [fileBankIn(words.language, file), file.fileName]
    .filter((text) => text !== '')
    .join(words.text('settlement:and'));
  const said = words.text('mails:filesDay.file', { file: name, said: stateOf(words, file) });
  const isGross = file.verdict === 'GROSS_AGREED' && file.state === 'DONE';
  return [
    said,
    ...(isGross
      ? [words.text(`reconciliation:covered.${file.isGrossInPart ? 'grossInPart' : 'grossOnly'}`)]
      : []),
    ...(file.isJudgedAgain ? [words.text('mails:filesDay.judgedAgain')] : []),
  ].join(' ');
}

function stateOf(words: Words, { state, verdict, asksPart, differences }: TellingFile): string {
  if (state === 'WAITING_LAYOUT')
    return words.text(`mails:filesDay.${asksPart ? 'asksPart' : 'asksColumns'}`);
  if (state === 'REFUSED') return words.text('mails:filesDay.refused');
  if (state !== 'DONE' || verdict === null) return words.text('mails:filesDay.running');
  const title = words.text(`reconciliation:verdict.${verdict.toLowerCase()}.title`);
  const amounts = differences.map(({ currency, differenceMinor }) =>
    words.text('mails:filesDay.amount', {
      currency: nameOf(words, currency),
      amount: words.amount(differenceMinor),
    }),
  );
  return amounts.length === 0
    ? words.text('mails:filesDay.verdict', { title })
    : words.text('mails:filesDay.difference', {
        title,
        amounts: amounts.join(words.apart),
      });
}

const keys: Record<AskingKind, string> = {
  OVERDUE: 'mails:filesDay.overdue',
  OVERDUE_ARRIVED: 'mails:filesDay.overdueArrived',
  NO_FILE: 'mails:filesDay.noFile',
  NO_FILE_ARRIVED: 'mails:filesDay.noFileArrived',
  SHORT: 'mails:filesDay.short',
  LATE: 'mails:filesDay.late',
  OVER: 'mails:filesDay.over',
  DIFFERS: 'mails:filesDay.differs',
  PARTLY: 'mails:filesDay.partly',
};

function ofSettlement(words: Words, asking: AskingOfBank): string {
  const { kind, bank, currency, count, minor, unjudgedCount, unjudgedMinor, days, dueSince } = asking;
  const isUnknown = bank.id === unknownBank;
  const named = days.slice(0, daysNamedMax).map(words.day);
  const more = days.length - named.length;
  const said = words.text(keys[kind], {
    bank: isUnknown
      ? words.text('settlement:unknownBank.name')
      : { en: bank.nameEn, ar: bank.nameAr }[words.language],
    transactions: words.text('units:transaction', { count }),
    currency: nameOf(words, currency),
    amount: words.amount(minor),
    since: words.day(dueSince),
    days:
      named.join(words.text('settlement:and')) +
      (more > 0 ? ` ${words.text('mails:filesDay.moreDays', { count: more })}` : ''),
  });
  if (unjudgedCount === 0) return said;
  return `${said} ${words.text('mails:filesDay.unjudged', {
    currency: nameOf(words, currency),
    amount: words.amount(unjudgedMinor),
  })}`;
}
