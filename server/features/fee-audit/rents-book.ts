import { type Currency, shareHalfUp } from '@mizan/contract/money.ts';
import type { AuditedRent, RentFinding, RentKind } from '@mizan/contract/rents.ts';
import { type VatFrom, vatOn } from '@mizan/contract/vat.ts';

/** What files say that banks took as rent and monthly fees of terminals, held against what was agreed. Pure. */

/** Lines of one day that say the same; `times` of them, each of `chargedMinor`, which is below zero where it was given back. */
export interface ChargedRent {
  bankId: string;
  day: string;
  currency: Currency;
  kind: RentKind;
  tid: string | null;
  chargedMinor: number;
  times: number;
  files: { id: string; name: string; lines: number[] }[];
}

interface AgreedRent {
  bankId: string;
  kind: RentKind;
  amountMinor: number;
  /** Null where it follows the law. */
  ownVatBps: number | null;
  /** 'YYYY-MM' */
  validFrom: string;
}

export interface RentTerminal {
  id: string;
  tid: string;
  sinceDay: string;
  retiredDay: string | null;
}

export interface RentBook {
  /** The oldest first; of several for one month the last one counts. */
  agreed: readonly AgreedRent[];
  /** VAT of the law, the oldest first. */
  vat: readonly VatFrom[];
  terminals: readonly RentTerminal[];
  /** With which bank a terminal is at the end of a day; undefined where nobody said so. */
  bankOn: (terminalId: string, day: string) => string | undefined;
}

/** Of what was taken too much for a terminal and month, what stands in a claim that was not withdrawn. */
export interface ClaimedRent {
  bankId: string;
  kind: RentKind;
  month: string;
  tid: string;
  overMinor: number;
  claimId: string;
  claimName: string;
}

const monthOf = (day: string): string => day.slice(0, 7);
/** The 28th stands for the end of its month: who pays for a terminal moves with a month. */
const endOf = (month: string): string => `${month}-28`;

/** A terminal was there in a month, for a part of it at least. */
const isThere = ({ sinceDay, retiredDay }: RentTerminal, month: string): boolean =>
  sinceDay <= endOf(month) && (retiredDay === null || retiredDay >= `${month}-01`);

interface Judged {
  agreedMinor: number | null;
  terminalCount: number;
  finding: RentFinding;
}
const notJudged = (finding: RentFinding): Judged => ({ agreedMinor: null, terminalCount: 0, finding });

/** What the lines of one bank, kind, month and terminal are, or of all lines that name no terminal. */
function judged(lines: readonly ChargedRent[], month: string, book: RentBook): Judged {
  const [first] = lines;
  if (!first) return notJudged('notAgreed');
  const { bankId, kind, tid, currency } = first;
  if (currency !== 'SAR') return notJudged('otherCurrency');
  const terminal = book.terminals.find((each) => each.tid === tid);
  if (tid !== null && !terminal) return notJudged('unknownTerminal');
  if (terminal?.retiredDay && terminal.retiredDay < `${month}-01`)
    return { agreedMinor: 0, terminalCount: 1, finding: 'retired' };
  const agreed = book.agreed.findLast(
    (each) => each.bankId === bankId && each.kind === kind && each.validFrom <= month,
  );
  if (!agreed) return notJudged('notAgreed');
  const ofBank = (each: RentTerminal): boolean =>
    isThere(each, month) && book.bankOn(each.id, endOf(month)) === bankId;
  const terminalCount = tid === null ? book.terminals.filter(ofBank).length : 1;
  // In a month in which the law changes VAT, by the day that the last line names.
  const lastDay =
    lines
      .map(({ day }) => day)
      .toSorted()
      .at(-1) ?? first.day;
  const vatBps = agreed.ownVatBps ?? vatOn(book.vat, lastDay);
  const plainMinor = agreed.amountMinor * terminalCount;
  const wholeMinor = plainMinor + shareHalfUp(agreed.amountMinor, vatBps) * terminalCount;
  return { agreedMinor: wholeMinor, terminalCount, finding: findingOf(lines, plainMinor, wholeMinor) };
}

function findingOf(lines: readonly ChargedRent[], plainMinor: number, wholeMinor: number): RentFinding {
  const chargedMinor = sumOf(lines);
  if (chargedMinor === wholeMinor) return 'asAgreed';
  if (chargedMinor === plainMinor) return 'withoutVat';
  const isEachOne = lines.every(
    (line) => line.chargedMinor === wholeMinor || line.chargedMinor === plainMinor,
  );
  if (isEachOne && wholeMinor > 0 && countOf(lines) > 1) return 'twice';
  return chargedMinor > wholeMinor ? 'tooMuch' : 'tooLittle';
}

const sumOf = (lines: readonly ChargedRent[]): number =>
  lines.reduce((sum, { chargedMinor, times }) => sum + chargedMinor * times, 0);
const countOf = (lines: readonly ChargedRent[]): number => lines.reduce((sum, { times }) => sum + times, 0);

/** Of what one bank can be asked for, because it names one terminal that was charged more than agreed. */
const overFindings: readonly RentFinding[] = ['tooMuch', 'twice', 'retired'];

/** A row for each bank, kind, month and terminal that lines name, the newest month first. */
export function auditedRents(
  charged: readonly ChargedRent[],
  book: RentBook,
  claimed: readonly ClaimedRent[] = [],
): AuditedRent[] {
  const groups = Map.groupBy(charged, ({ bankId, kind, day, currency, tid }) =>
    [monthOf(day), bankId, kind, currency, tid ?? ''].join(' '),
  );
  return [...groups.values()]
    .flatMap((lines): AuditedRent[] => {
      const [first] = lines;
      if (!first) return [];
      const month = monthOf(first.day);
      const { agreedMinor, terminalCount, finding } = judged(lines, month, book);
      const chargedMinor = sumOf(lines);
      const isQuiet = agreedMinor === null || finding === 'withoutVat';
      const differenceMinor = isQuiet ? 0 : chargedMinor - agreedMinor;
      const ofRow = claimed.filter(
        (each) =>
          each.bankId === first.bankId &&
          each.kind === first.kind &&
          each.month === month &&
          each.tid === first.tid,
      );
      const claimedMinor = ofRow.reduce((sum, { overMinor }) => sum + overMinor, 0);
      return [
        {
          bankId: first.bankId,
          kind: first.kind,
          month,
          currency: first.currency,
          tid: first.tid,
          terminalCount,
          lineCount: countOf(lines),
          chargedMinor,
          agreedMinor,
          differenceMinor,
          finding,
          claimedMinor,
          claims: ofRow.map(({ claimId, claimName }) => ({ id: claimId, name: claimName })),
          isClaimable: first.tid !== null && differenceMinor > claimedMinor && overFindings.includes(finding),
          files: lines.flatMap(({ files }) => files),
        },
      ];
    })
    .toSorted((a, b) => b.month.localeCompare(a.month) || a.bankId.localeCompare(b.bankId));
}
