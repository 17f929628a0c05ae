import { type Currency, currencies } from '@mizan/contract/money.ts';
import { type SchemeName, schemeNames } from '@mizan/contract/reconciliation-terms.ts';
import { noDueDay, type PortalRecords } from '../normalise/portal-records.ts';
import { isInside } from './coverage-gaps.ts';
import { banksOfLines, batchesOf, type CoverageSides, schemesOfGroup } from './coverage-input.ts';
import type { NamedStretch, PartFile, TerminalBatches } from './coverage-job.ts';
import { type Coverage, type CoverageQuestion, cellOf, paymentState, standing } from './coverage-model.ts';

/** Payments and their sum, before fees. */
export interface Sum {
  currency: Currency;
  count: number;
  amountMinor: number;
}

/** What is said beside a verdict: until when the file covers, and the money that it does not. */
export interface CoverageSummary {
  partId: string | null;
  /** The banks whose payments it is about, and the terminals and schemes of its part, null for all of them. */
  bankIds: number[];
  part: { tids: string[] | null; schemes: SchemeName[] | null };
  /** Epoch milliseconds: what is covered is after `fromMs` and not after `toMs`, but for the exceptions. */
  fromMs: number | null;
  toMs: number;
  openingMs: number | null;
  /** Until when payments were looked at: the instant of judging. */
  untilMs: number;
  newestLineMs: number;
  /** The day whose dues the file was to bring (ISO); null where none of its lines says. */
  fileDay: string | null;
  /** Terminals and schemes that are covered for a shorter time, with what they sold from then to `toMs`. */
  exceptions: ({ tid: string; scheme: SchemeName; toMs: number | null } & Sum)[];
  /** What no file has brought yet, by the day it is due (ISO; null where that is not known). */
  after: ({ dueDay: string | null } & Sum)[];
  beforeFirstFile: Sum[];
  withoutFile: (NamedStretch & { sums: Sum[] })[];
  settlement: PartFile['settlement'];
  batches: TerminalBatches[];
}

/** Where the part begins, of its first file; null of the others, which are not judged again when the first one changes. */
export const opensAtMs = ({ fromMs, openingMs }: CoverageSummary): number | null =>
  fromMs === openingMs ? openingMs : null;

const sumOf = ({ currency, count, amountMinor }: Sum): Sum => ({ currency, count, amountMinor });
const isoDay = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
const finite = (atMs: number): number | null => (Number.isFinite(atMs) ? atMs : null);

/** What a coverage says, in words that can be kept: times, sums and names. */
export function coverageSummary(
  sides: CoverageSides,
  partId: string | null,
  coverage: Coverage,
  { question, state, newestMs }: { question: CoverageQuestion; state: Uint8Array; newestMs: number },
): CoverageSummary {
  const { records, shared } = sides;
  const { columns } = records;
  const tidOf = (terminal: number): string => shared.terminalNames[terminal] ?? '';
  const before = newSums(records);
  const after = newSums(records);
  const exceptions = newSums(records);
  const stretches = coverage.stretches.map((stretch) => ({ stretch, sums: newSums(records) }));
  for (let record = 0; record < records.count; record++) {
    const stands = coverage.standing[record];
    if (stands === standing.beforeFirstFile) before.add('', record);
    if (stands === standing.withoutFile) {
      const place = stretches.find(({ stretch }) => holds(stretch, records, question.groupOf, record));
      place?.sums.add('', record);
    }
    if (stands !== standing.after || state[record] !== paymentState.open) continue;
    // What is of an absent terminal or scheme waits for the bank: it is not what comes after.
    if (coverage.ofAbsent[record] !== 1) after.add(String(columns.dueDay[record]), record);
    if ((columns.hostMs[record] as number) <= coverage.toMs)
      exceptions.add(`${columns.terminal[record]} ${columns.scheme[record]}`, record);
  }
  return {
    partId,
    part: { tids: null, schemes: null },
    bankIds: [...banksOfLines(records, sides.matches)],
    fromMs: finite(coverage.fromMs),
    toMs: coverage.toMs,
    openingMs: finite(coverage.openingMs),
    untilMs: question.nowMs,
    newestLineMs: newestMs,
    fileDay: Number.isFinite(coverage.fileDay) ? isoDay(coverage.fileDay) : null,
    // Every one of them, at most a merchant's terminals by its schemes: of a pair that is left out `toMs` would say too much.
    exceptions: exceptions.all().map(({ name, ...sum }) => {
      const [terminal = -1, scheme = 0] = name.split(' ').map(Number);
      const toMs = finite(coverage.to[cellOf(terminal, scheme)] as number);
      return { tid: tidOf(terminal), scheme: schemeNames[scheme] ?? 'None', toMs, ...sum };
    }),
    after: after
      .all()
      .sort((a, b) => Number(a.name) - Number(b.name))
      .map(({ name, ...sum }) => ({
        dueDay: Number(name) === noDueDay ? null : isoDay(Number(name)),
        ...sum,
      })),
    beforeFirstFile: before.all().map(sumOf),
    withoutFile: stretches.map(({ stretch, sums }) => ({
      tid: tidOf(stretch.terminal),
      schemes: schemesOfGroup(question.groupOf, stretch.group),
      fromMs: stretch.fromMs,
      toMs: stretch.toMs,
      sums: sums.all().map(sumOf),
    })),
    settlement: question.settlement,
    batches: batchesOf(sides).map(({ tid, lowest, highest }) => ({ tid, lowest, highest })),
  };
}

const holds = (
  stretch: Coverage['stretches'][number],
  { columns }: PortalRecords,
  groupOf: Uint8Array,
  record: number,
): boolean =>
  stretch.terminal === columns.terminal[record] &&
  stretch.group === groupOf[columns.scheme[record] as number] &&
  isInside(stretch, columns.hostMs[record] as number);

/** Adds payments up by a name and their currency. */
function newSums({ columns }: PortalRecords) {
  const sums = new Map<string, { name: string } & Sum>();
  return {
    add: (name: string, record: number): void => {
      const currency = currencies[columns.currency[record] as number] ?? 'SAR';
      const key = `${name}|${currency}`;
      const sum = sums.get(key) ?? { name, currency, count: 0, amountMinor: 0 };
      sum.count++;
      sum.amountMinor += columns.amountMinor[record] as number;
      sums.set(key, sum);
    },
    all: () => [...sums.values()],
  };
}
