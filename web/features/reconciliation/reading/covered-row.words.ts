import type { AtBest, CoveredRow, JudgedAs, PartChoice, WhichPiece } from '@mizan/contract/bank-file-part.ts';
import { isEven } from '@mizan/contract/verdicts.ts';
import type { TFunction } from 'i18next';
import { formatDay, formatNumber, formatTime, formatWeekday, isolateLtr } from '../../../platform/formats.ts';
import { holeName } from '../bank-file/hole.words.ts';

/** A scheme in words, or a terminal's number as it is read. */
const schemeOrTerminal = (t: TFunction, value: string): string =>
  /^\p{L}/u.test(value)
    ? t(`transactions:scheme.${value.toLowerCase()}`, { defaultValue: value })
    : isolateLtr(value);

/** A row of the table by its name: its day, scheme or terminal. */
export function rowNameText(t: TFunction, { kind, value }: Pick<CoveredRow, 'kind' | 'value'>): string {
  if (kind === 'whole' || kind === 'others') return t(`reconciliation:reading.covers.${kind}`);
  return kind === 'day' ? formatWeekday(value) : schemeOrTerminal(t, value);
}

/** Which of a row's transactions have no line here: 'before 2:45 PM, after 6:03 PM'. */
export const whichText = (t: TFunction, row: CoveredRow): string =>
  row.which.map((piece) => pieceText(t, row, piece)).join(t('reconciliation:absent.comma'));

function pieceText(t: TFunction, row: CoveredRow, { kind, count, value, at, days, dayCount }: WhichPiece) {
  const said = {
    count: formatNumber(count),
    name: schemeOrTerminal(t, value),
    time: at ? formatTime(at) : '',
  };
  if (kind === 'noLine')
    return t(`reconciliation:reading.covers.which.noLine.${row.kind}`, {
      name: schemeOrTerminal(t, row.value),
    });
  if (kind !== 'days') return t(`reconciliation:reading.covers.which.${kind}`, said);
  const [first = '', second] = days;
  if (dayCount === 1) return t(`reconciliation:reading.covers.which.oneDay`, { day: formatWeekday(first) });
  if (dayCount === 2 && second)
    return [formatDay(first), formatDay(second)].join(t('reconciliation:absent.comma'));
  return t(`reconciliation:reading.covers.which.days`, { days: formatNumber(dayCount) });
}

/** What a row is judged as, a whole day with what is not in it. */
export function judgedText(t: TFunction, { judgedAs, without }: CoveredRow, as: JudgedAs | null = judgedAs) {
  if (as === null) return '';
  if (as !== 'whole' || without.length === 0) return t(`reconciliation:reading.covers.as.${as}`);
  const names = without.map((value) => schemeOrTerminal(t, value)).join(t('reconciliation:absent.comma'));
  return t(`reconciliation:reading.covers.as.wholeWithout`, { names });
}

/** What may be chosen for a row, the one that stands in the words of what it is judged as. */
export function choicesOf(t: TFunction, row: CoveredRow): { value: PartChoice; label: string }[] {
  if (row.choice === null) return [];
  if (row.kind === 'day')
    return (['whole', 'linesOnly'] as const).map((value) => ({
      value,
      label: row.choice === value ? judgedText(t, row) : t(`reconciliation:reading.covers.as.${value}`),
    }));
  return [
    { value: 'held', label: judgedText(t, row, row.judgedAs === 'leftOut' ? 'covered' : row.judgedAs) },
    { value: 'leftOut', label: t(`reconciliation:reading.covers.as.leftOut`) },
  ];
}

/** Whether a person should look at a row: something of it stays open. */
export const isRowOpen = ({ awaited, judgedAs, which }: CoveredRow): boolean =>
  awaited > 0 ||
  judgedAs === 'absent' ||
  judgedAs === 'withoutFile' ||
  (judgedAs === 'linesOnly' &&
    which.some(({ kind }) => kind === 'before' || kind === 'after' || kind === 'among'));

/** Names in a sentence beside a button; of more their number says enough. */
const namedMax = 4;

/** Why the verdict cannot be better, in sentences. */
export function atBestText(t: TFunction, { verdict, days, absent, exceptionCount }: AtBest): string {
  const holes = [...days.map(({ day }) => ({ kind: 'day' as const, value: day })), ...absent];
  const names = holes.map((each) => holeName(t, each));
  const shown = names.slice(0, namedMax);
  if (names.length > namedMax)
    shown.push(t('reconciliation:hole.hidden', { count: names.length - namedMax }));
  const sentences = [
    names.length > 0 &&
      t('reconciliation:reading.atBest.notWhole', { names: shown.join(t('reconciliation:absent.comma')) }),
    exceptionCount > 0 && t('reconciliation:reading.atBest.differs', { count: formatNumber(exceptionCount) }),
    isEven(verdict) && t('reconciliation:reading.atBest.whole'),
  ];
  return sentences.filter((each) => each !== false).join(' ');
}
