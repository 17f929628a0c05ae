import type { BankFileEntry, EarlierLine } from '@mizan/contract/bank-file-entry.ts';
import type { Reason } from '@mizan/contract/entry-reasons.ts';
import type { TFunction } from 'i18next';
import { formatAmount, formatDate, formatNumber, isolateLtr } from '../../../platform/formats.ts';
import { lineNumber } from '../../../platform/line-number.ts';

type Params = BankFileEntry['params'];

/** Facts of a reason as its sentence wants them: amounts and dates in the language, identifiers as they are. */
function factsOf(params: Params): Record<string, string> {
  const facts: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    if (value === null) continue;
    if (name.endsWith('Minor') && typeof value === 'number')
      facts[name.slice(0, -'Minor'.length)] = formatAmount(value);
    else if (name === 'date') facts[name] = formatDate(String(value));
    else facts[name] = typeof value === 'number' ? formatNumber(value) : String(value);
  }
  return facts;
}

/** Those of a deposit whose lines stand in another file. */
const payoutReasons: readonly Reason[] = [
  'paysEarlier',
  'paysEarlierOtherwise',
  'paysEarlierPerhaps',
  'paidByAnother',
  'paysInParts',
  'paysInPartsOtherwise',
];

/** Why an entry is not simply matched, as a sentence; null where nothing is to be said. */
export function reasonText(
  t: TFunction,
  { reason, params, earlier }: Pick<BankFileEntry, 'reason' | 'params' | 'earlier'>,
): string | null {
  if (reason === null) return null;
  const facts = factsOf(params);
  if (earlier) facts['where'] = earlierText(t, earlier);
  else if (params['files'] !== undefined)
    facts['where'] = t('reconciliation:payoutOf.files', { count: Number(params['files']) });
  if (payoutReasons.includes(reason))
    facts['lines'] = t(`reconciliation:payoutOf.${facts['date'] ? 'day' : 'batch'}`, facts);
  if (reason === 'unreadLines') {
    const key = params['missingCount'] === undefined ? 'unreadLines' : 'unreadLinesOfMore';
    return t(`reconciliation:reason.${key}`, { ...facts, count: Number(params['count']) });
  }
  if (reason === 'severalLines')
    return t('reconciliation:reason.severalLines', { ...facts, count: Number(params['count']) });
  if (reason === 'status' || reason === 'unpaid') facts['status'] = statusText(t, params['status']);
  return t(`reconciliation:reason.${sentenceOf(reason, params)}`, facts);
}

/** 'najd_pos.csv, line 52'; the file alone where its judgement kept no line. */
export const earlierText = (t: TFunction, { fileName, line }: EarlierLine): string =>
  line === null
    ? isolateLtr(fileName)
    : t('reconciliation:earlierLine', { file: fileName, line: lineNumber(t, line) });

/** Some reasons have two sentences, by the facts that there are. */
function sentenceOf(reason: Exclude<Reason, 'unreadLines' | 'severalLines'>, params: Params): string {
  if (reason === 'claimed' && params['bankFileId'] !== undefined) return 'claimedBefore';
  if (reason === 'sum' && params['count'] === 0) return 'sumOfNone';
  if (reason === 'sameAsBefore' && params['fitsAnother'] === true) return 'sameAsBeforeOrAnother';
  if (reason === 'sameAsBefore' && params['inNewBatch'] === true) return 'sameAsBeforeInBatch';
  if (reason === 'nearLine' && params['line'] === undefined) return 'nearPayment';
  if (reason === 'manySums' && params['line'] !== undefined) return 'manySumsOfPayment';
  if (reason === 'manySums' && params['lineCount'] !== undefined) return 'manySumsOfDay';
  if (reason === 'sums' && params['line'] !== undefined) return 'sumsOfPayment';
  if (reason === 'severalRefunds' && params['line'] !== undefined) return 'severalRefundsOfPayment';
  if (reason === 'severalPayments' && params['line'] !== undefined) return 'severalPaymentsOfPayment';
  if (reason === 'shortOrder' && params['line'] !== undefined) return 'shortOrderOfPayment';
  return reason === 'corrected' && params['chargeMinor'] === null ? 'correctedAmount' : reason;
}

const statusText = (t: TFunction, status: unknown): string => {
  const key = String(status)
    .toLowerCase()
    .replaceAll(/[ _](\w)/g, (_, letter: string) => letter.toUpperCase());
  return t(`transactions:status.${key}`, { defaultValue: String(status) });
};
