import { fileBankIn } from '@mizan/contract/bank-names.ts';
import { type Currency, decimalText } from '@mizan/contract/money.ts';
import type { BankFileDetail, BankFileResult } from '@mizan/contract/reconciliation.ts';
import { otherLineOutcomes } from '@mizan/contract/reconciliation-terms.ts';
import type { Hole } from '@mizan/contract/verdict-parts.ts';
import type { TFunction } from 'i18next';
import { inOrder, localeOf, timeZone } from '../../../platform/formats.ts';
import type { Language } from '../../../platform/language.ts';
import { foldHoles } from '../bank-file/folded-holes.ts';

/** A letter to a bank in one language: what a file lacks, made from its holes and from what is to be claimed. */
export interface BankLetter {
  language: Language;
  subject: string;
  body: string;
}

export interface LetterAbout {
  detail: Pick<
    BankFileDetail,
    'fileName' | 'bankName' | 'bank' | 'firstDay' | 'lastDay' | 'linesRead' | 'toClaim'
  >;
  result: Pick<BankFileResult, 'holes' | 'coverage' | 'currencies'>;
  sender: string;
}

/** Figures and dates as the bank reads them, whatever the sender's screen shows. */
function figuresIn(language: Language) {
  const locale = localeOf(language, language === 'ar' ? 'arabic' : 'latin');
  const format = (options: Intl.DateTimeFormatOptions) => {
    const dates = new Intl.DateTimeFormat(locale, { timeZone, calendar: 'gregory', ...options });
    return (moment: string): string =>
      inOrder(dates.format(new Date(moment.length === 10 ? `${moment}T12:00:00+03:00` : moment)), language);
  };
  const decimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const numbers = new Intl.NumberFormat(locale);
  return {
    number: (value: number): string => numbers.format(value),
    amount: (minor: number): string =>
      `${minor < 0 ? '−' : ''}${decimals.format(decimalText(Math.abs(minor)) as unknown as number)}`,
    day: format({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }),
    moment: format({ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
    time: format({ hour: 'numeric', minute: '2-digit' }),
  };
}
type Figures = ReturnType<typeof figuresIn>;

/**
 * The letter in one language; `t` is of that language, with the texts 'letter', 'transactions' and 'units'. Every amount
 * in it stands on the verdict's screen. Null where there is nothing to ask for.
 */
export function bankLetterOf(t: TFunction, language: Language, about: LetterAbout): BankLetter | null {
  const { detail, result, sender } = about;
  const figures = figuresIn(language);
  const money = (minor: number, currency: Currency): string =>
    `${figures.amount(minor)} ${t(`units:currency.${currency}`)}`;
  const asked = foldHoles(result.holes ?? []).rows.map((hole) =>
    holeText(t, hole, { figures, money, coverage: result.coverage }),
  );
  const claims = detail.toClaim
    .filter(({ amountMinor }) => amountMinor > 0)
    .flatMap((claim) => claimTexts(t, claim, { result, money }));
  if (asked.length + claims.length === 0) return null;
  const days = [detail.firstDay, detail.lastDay].flatMap((day) => (day === null ? [] : figures.day(day)));
  const body = [
    detail.bankName === '' ? t('letter:toAny') : t('letter:to', { bank: fileBankIn(language, detail) }),
    t('letter:about', {
      file: detail.fileName,
      days: [...new Set(days)].join(' – '),
      lines: t('letter:lines', { count: detail.linesRead, lines: figures.number(detail.linesRead) }),
    }),
    ...(asked.length === 0 ? [] : [t('letter:lacks')]),
    ...asked.map((text, index) => `${figures.number(index + 1)}. ${text}`),
    ...claims,
    t('letter:notes'),
    [t('letter:regards'), sender].join('\n'),
  ];
  return { language, subject: t('letter:subject', { file: detail.fileName }), body: body.join('\n\n') };
}

/** What to ask for: what transactions lack, and apart from it what the bank took by lines that are about no transaction. */
function claimTexts(
  t: TFunction,
  { currency, amountMinor }: LetterAbout['detail']['toClaim'][number],
  { result, money }: Pick<Words, 'money'> & { result: Pick<BankFileResult, 'currencies'> },
): string[] {
  const verdict = result.currencies.find((each) => each.currency === currency);
  const asked = verdict?.steps.filter(({ group }) => group === 'toClaim') ?? [];
  const others = asked.filter(({ bar }) => (otherLineOutcomes as readonly string[]).includes(bar));
  const nameOf = (bar: string): string => t(`letter:other.${bar}`);
  // A step is the sum of all its lines: where some of them gave money, nothing says how much the others took.
  const isWhole = asked.reduce((sum, step) => sum + step.amountMinor, 0) === verdict?.groups.toClaim;
  if (others.length > 0 && !isWhole) {
    const list = others.map(({ bar }) => nameOf(bar)).join(t('letter:comma'));
    return [t('letter:claimMixed', { amount: money(amountMinor, currency), list })];
  }
  const otherMinor = others.reduce((sum, step) => sum - step.amountMinor, 0);
  const list = others
    .map(({ bar, amountMinor: minor }) =>
      t('letter:counted', { name: nameOf(bar), count: money(-minor, currency) }),
    )
    .join(t('letter:comma'));
  return [
    ...(amountMinor > otherMinor
      ? [t('letter:claim', { amount: money(amountMinor - otherMinor, currency) })]
      : []),
    ...(others.length > 0 ? [t('letter:others', { list })] : []),
  ];
}

interface Words {
  figures: Figures;
  money: (minor: number, currency: Currency) => string;
  coverage: BankFileResult['coverage'];
}

const schemeName = (t: TFunction, scheme: string): string =>
  t(`transactions:scheme.${scheme.toLowerCase()}`, { defaultValue: scheme });

/** Of these nobody knows which payments they have. */
const maybeKinds: ReadonlySet<Hole['kind']> = new Set([
  'rejectedLines',
  'undecidedSums',
  'nearLines',
  'countOfTotal',
  'partOfFile',
  'sheet',
]);

/** One hole: what it is, how much of it and when, by card and terminal, and what to send. */
function holeText(t: TFunction, hole: Hole, { figures, money, coverage }: Words): string {
  const { kind, waitsCount, waitsMinor, outsideMinor, count, currency, from, to } = hole;
  const payments = (of: number): string => t('letter:payments', { count: of, payments: figures.number(of) });
  const comma = t('letter:comma');
  const counted = (list: readonly { name: string; count: number }[]): string =>
    list
      .map((each) => t('letter:counted', { name: each.name, count: figures.number(each.count) }))
      .join(comma);
  const newest = hole.terminals.flatMap(
    ({ tid }) => coverage?.batches.find((batch) => batch.tid === tid) ?? [],
  );
  const lines = [
    t(`letter:name.${kind}`, { value: valueText(t, hole, figures) }),
    waitsCount > 0 &&
      currency &&
      t(maybeKinds.has(kind) ? 'letter:mayBe' : 'letter:waits', {
        payments: payments(waitsCount),
        amount: money(-waitsMinor, currency),
      }),
    kind === 'withoutFile' &&
      currency &&
      t('letter:waits', { payments: payments(count), amount: money(outsideMinor, currency) }),
    kind === 'rejectedLines' && t('letter:rejected', { count, lines: figures.number(count) }),
    from && to && t('letter:hours', { from: figures.moment(from), to: figures.moment(to) }),
    hole.schemes.length > 0 &&
      t('letter:schemes', {
        list: counted(hole.schemes.map((each) => ({ name: schemeName(t, each.scheme), count: each.count }))),
      }),
    hole.terminals.length > 0 &&
      t('letter:terminals', {
        list: counted(hole.terminals.map(({ tid, count: of }) => ({ name: tid, count: of }))),
      }),
    newest.length > 0 &&
      t('letter:batches', {
        list: newest
          .map(({ tid, highest }) => t('letter:counted', { name: tid, count: String(highest) }))
          .join(comma),
      }),
    t(`letter:please.${askOf(hole)}`, { time: hole.edgeAt ? figures.time(hole.edgeAt) : '' }),
  ];
  return lines.filter(Boolean).join('\n');
}

const askOf = ({ kind, edge }: Hole): string => (kind === 'day' && edge ? edge : kind);

function valueText(t: TFunction, { kind, value, count }: Hole, figures: Figures): string {
  if (kind === 'sameDay') return figures.number(count);
  if (kind === 'day') return figures.day(value);
  if (kind === 'scheme') return schemeName(t, value);
  if (kind === 'withoutFile')
    return value
      .split('/')
      .map((moment) => figures.moment(moment))
      .join(' – ');
  if (
    kind === 'linesOfTotal' ||
    kind === 'linesOfPayout' ||
    kind === 'notCompared' ||
    kind === 'feeLines' ||
    kind === 'vatAlone'
  )
    return figures.amount(Number(value));
  return kind === 'countOfTotal' || kind === 'figuresBeyond' || kind === 'more'
    ? figures.number(Number(value))
    : value;
}
