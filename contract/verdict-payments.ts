import type { BankFileResult } from './reconciliation.ts';
import { type Scheme, schemes } from './transaction-states.ts';
import { type BankFilter, listedValuesMax } from './transactions.ts';
import type { Hole } from './verdict-parts.ts';

type Coverage = NonNullable<BankFileResult['coverage']>;

/** What of the list's filters says which payments a figure beside a verdict is about. */
export interface VerdictPayments {
  readonly bankId: string[];
  readonly currency: Coverage['after'][number]['currency'][];
  readonly bank?: BankFilter;
  readonly paidFrom?: string;
  readonly paidBefore?: string;
  readonly scheme?: Scheme[];
  readonly terminalId?: string[];
  readonly from?: string;
  readonly to?: string;
  readonly days?: 'bank';
  readonly bankFileId?: string;
  readonly otherBankFileId?: string;
}

/** Ids of the merchant's terminals by their numbers. */
type TerminalIds = ReadonlyMap<string, string>;
type Currency = VerdictPayments['currency'][number];

/** The list's instants are from one on and before another: a millisecond behind one that is excluded, or included. */
const justAfter = (instant: string): string => new Date(Date.parse(instant) + 1).toISOString();

const schemesOf = (names: readonly string[]): Scheme[] => schemes.filter((scheme) => names.includes(scheme));

function idsOf(tids: readonly string[], ids: TerminalIds): string[] | null {
  const found = tids.flatMap((tid) => ids.get(tid) ?? []);
  return found.length === tids.length && found.length <= listedValuesMax ? found : null;
}

/** Whose payments a coverage is about; null where the list cannot be narrowed to them. */
function placeOf({ place }: Coverage, currency: Currency, ids: TerminalIds): VerdictPayments | null {
  if (!place || place.bankIds.length === 0) return null;
  const terminalId = place.tids && idsOf(place.tids, ids);
  if (place.tids && !terminalId) return null;
  return {
    bankId: place.bankIds,
    currency: [currency],
    ...(terminalId && { terminalId }),
    ...(place.schemes && { scheme: schemesOf(place.schemes) }),
  };
}

/**
 * The payments of the money that a verdict is not about and that no file has brought yet: after what it covers until it
 * was judged, or before its first file. Null where the list cannot be narrowed to them. What a later file has brought
 * since is no more among them.
 */
export function paymentsOutside(
  coverage: Coverage,
  which: 'after' | 'before',
  currency: Currency,
  ids: TerminalIds,
): VerdictPayments | null {
  const place = placeOf(coverage, currency, ids);
  const { until, to, opensAt } = coverage;
  if (!place) return null;
  if (which === 'before') return opensAt === null ? null : { ...place, bank: 'OPEN', paidBefore: opensAt };
  if (until === undefined) return null;
  return { ...place, bank: 'OPEN', paidFrom: justAfter(to), paidBefore: justAfter(until) };
}

/** Those of one terminal and scheme that is covered for a shorter time, from its end to that of the others. */
export function paymentsOfException(
  coverage: Coverage,
  { tid, scheme, to, currency }: Coverage['exceptions'][number],
  ids: TerminalIds,
): VerdictPayments | null {
  const place = placeOf(coverage, currency, ids);
  const terminalId = idsOf([tid], ids);
  const from = to ?? coverage.from ?? coverage.opensAt;
  if (!place || !terminalId || from === null) return null;
  const span = { paidFrom: justAfter(from), paidBefore: justAfter(coverage.to) };
  return { ...place, ...span, bank: 'OPEN', terminalId, scheme: schemesOf([scheme]) };
}

/** Those of a stretch that no file holds; both its ends are excluded. */
export function paymentsOfStretch(
  coverage: Coverage,
  { tid, schemes: names, from, to }: Pick<Coverage['withoutFile'][number], 'tid' | 'schemes' | 'from' | 'to'>,
  currency: Currency,
  ids: TerminalIds,
): VerdictPayments | null {
  const place = placeOf(coverage, currency, ids);
  const terminalId = idsOf([tid], ids);
  if (!place || !terminalId) return null;
  const scheme = schemesOf(names);
  return { ...place, bank: 'OPEN', paidFrom: justAfter(from), paidBefore: to, terminalId, scheme };
}

/** Those of a hole that is a stretch, of all terminals that it is of. Null where their schemes differ. */
export function paymentsOfGap(
  { coverage }: Pick<BankFileResult, 'coverage'>,
  { kind, value, currency }: Pick<Hole, 'kind' | 'value' | 'currency'>,
  ids: TerminalIds,
): VerdictPayments | null {
  if (kind !== 'withoutFile' || !coverage || !currency) return null;
  const own = coverage.withoutFile.filter(({ from, to }) => `${from}/${to}` === value);
  const [first] = own;
  const terminalId = idsOf([...new Set(own.map(({ tid }) => tid))], ids);
  const isOne = new Set(own.map(({ schemes: names }) => names.join())).size === 1;
  const filter = first && isOne && terminalId && paymentsOfStretch(coverage, first, currency, ids);
  return filter ? { ...filter, terminalId } : null;
}

/**
 * What earlier files and this one confirm of a hole's day, or of its terminal or scheme between the first and the last
 * payment that waits. Null for what the list cannot tell: several holes as one, rows that could not be read.
 */
export function confirmedOfHole(
  { coverage, absent }: Pick<BankFileResult, 'coverage' | 'absent'>,
  hole: Pick<Hole, 'kind' | 'value' | 'currency' | 'from' | 'to'>,
  file: { id: string; in: 'earlier' | 'here' },
  ids: TerminalIds,
): VerdictPayments | null {
  const { kind, value, currency, from, to } = hole;
  const place = coverage && currency && placeOf(coverage, currency, ids);
  if (!place) return null;
  const named = (wanted: string): string[] =>
    absent.flatMap((each) => (each.kind === wanted ? [each.value] : []));
  const within = withoutAbsent(place, named('terminal'), kind === 'day' ? named('scheme') : [], ids);
  const ofFile = file.in === 'here' ? { bankFileId: file.id } : { otherBankFileId: file.id };
  if (kind === 'day') return within && { ...within, ...ofFile, from: value, to: value, days: 'bank' };
  if (from === null || to === null) return null;
  const span = { ...ofFile, paidFrom: from, paidBefore: justAfter(to) };
  if (kind === 'scheme') return within && { ...within, ...span, scheme: schemesOf([value]) };
  const terminalId = idsOf([value], ids);
  return kind === 'terminal' && terminalId ? { ...place, ...span, terminalId } : null;
}

/** Payments of an absent terminal or scheme stand in its own hole, and in no other. */
function withoutAbsent(
  place: VerdictPayments,
  tids: readonly string[],
  names: readonly string[],
  ids: TerminalIds,
): VerdictPayments | null {
  const scheme = (place.scheme ?? schemes).filter((each) => !names.includes(each));
  const out = new Set(tids.map((tid) => ids.get(tid)));
  const terminalId = (place.terminalId ?? [...ids.values()]).filter((id) => !out.has(id));
  if (tids.length > 0 && terminalId.length > listedValuesMax) return null;
  return {
    ...place,
    ...(names.length > 0 && { scheme }),
    ...(tids.length > 0 && { terminalId }),
  };
}
