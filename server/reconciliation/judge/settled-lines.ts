import { currencies } from '@mizan/contract/money.ts';
import { bankFileLimits, lineTypes } from '@mizan/contract/reconciliation-terms.ts';
import { broughtBefore, type Matches } from '../match/matches.ts';
import type { AgreedCharges } from '../normalise/agreed-charges.ts';
import { type BankLines, noDay } from '../normalise/bank-lines.ts';
import { isoDayOf } from '../normalise/date-text.ts';
import { batchText } from '../normalise/key-text.ts';
import { linesOf } from '../normalise/line-stretches.ts';
import { addLine, type LineSums } from '../normalise/line-sums.ts';
import type { NormalisedFile } from '../normalise/normalise.ts';
import type { OpenLines, SettledLines } from '../normalise/paid-elsewhere.ts';
import { isPaid } from './judge.ts';

const payout = lineTypes.indexOf('PAYOUT');

/** Lines of one settlement day, batch and currency. */
interface Group extends LineSums {
  first: number;
  /** Of a line it is not known whether a deposit has paid it, or whether it is an earlier file's, or takes its place. */
  isUnsure: boolean;
  /** They have a deposit of their own file that is less than they are. */
  isPartPaid: boolean;
}

/**
 * The lines of a judged file that no deposit in it pays, by settlement day, batch and currency: a later file may have their
 * deposit. What an earlier file had already is that one's.
 */
export function settledLines(
  { lines, paid }: NormalisedFile,
  matches: Matches,
  agreed: AgreedCharges,
): SettledLines {
  const groups = new Map<number, Group>();
  const closed = linesOf(lines, paid.closed);
  const unsure = linesOf(lines, paid.unsure);
  const inPart = linesOf(lines, paid.inPart);
  const { columns } = lines;
  const { settledGroupsMax } = bankFileLimits;
  let isWhole = true;
  for (let line = 0; line < lines.count; line++) {
    if (columns.type[line] === payout || !isPaid(lines, line) || closed[line] === 1) continue;
    const before = matches.before[line];
    if (before === broughtBefore.same) continue;
    const name = nameOf(lines, line);
    let group = groups.get(name);
    if (!group) {
      if (groups.size >= settledGroupsMax) {
        isWhole = false;
        continue;
      }
      group = {
        first: line,
        netMinor: 0,
        count: 0,
        stretches: [],
        isNetUnknown: false,
        isUnsure: false,
        isPartPaid: inPart[line] === 1,
      };
      groups.set(name, group);
    }
    addLine(group, lines, line);
    if (before !== broughtBefore.no || unsure[line] === 1) group.isUnsure = true;
  }
  const open = [...groups.values()].map((group) => openOf(lines, group, agreed));
  const asked = paid.asked.slice(0, settledGroupsMax);
  return { open, asked, isWhole: isWhole && asked.length === paid.asked.length };
}

function openOf(lines: BankLines, group: Group, agreed: AgreedCharges): OpenLines {
  const { settlementDay, batch, currency } = lines.columns;
  const { first, count } = group;
  const day = settlementDay[first] as number;
  return {
    day: day === noDay ? null : isoDayOf(day),
    batch: (batch[first] as number) < 0 ? null : batchText(lines.batches.text(batch[first] as number)),
    currency: currencies[currency[first] as number] ?? 'SAR',
    nets: group.isUnsure ? [] : netsOf(group, agreed),
    count,
    ...(group.isPartPaid && { isPartPaid: true }),
  };
}

/** What was paid without any charge, or less what was agreed. */
function netsOf({ netMinor, stretches, isNetUnknown }: Group, agreed: AgreedCharges): number[] {
  if (!isNetUnknown) return [netMinor];
  const unsaid = agreed.of(stretches);
  if (unsaid === null || unsaid.some(({ isPart }) => isPart)) return [];
  return [...new Set([...unsaid.map((charge) => netMinor - charge.netMinor), netMinor])];
}

/** Settlement day, batch and currency as one number. */
function nameOf({ columns }: BankLines, line: number): number {
  const day = columns.settlementDay[line] as number;
  const batch = (columns.batch[line] as number) + 1;
  const ofDay = day === noDay ? 0 : day + 1;
  return (batch * daysMax + ofDay) * currencies.length + (columns.currency[line] as number);
}
/** More days than any date of a file is after 1970. */
const daysMax = 10_000_000;
