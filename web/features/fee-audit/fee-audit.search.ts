import {
  type AuditLineKind,
  type AuditRow,
  auditLineKinds,
  auditRateKey,
} from '@mizan/contract/fee-audit.ts';
import { type Currency, currencies } from '@mizan/contract/money.ts';
import { type Scheme, schemes } from '@mizan/contract/transaction-states.ts';
import { useAddress } from '../../platform/address.ts';
import { day, oneOf, readFields, rowId, text } from '../../platform/search.ts';
import { useToday } from '../../platform/today.ts';

/** The state of the fee audit, as its address names it. */
interface FeeAuditSearch {
  from?: string;
  to?: string;
  /** The lines that are open: '3.Visa.SAR.12', and of these a cause and a side. */
  row?: string;
  cause?: string;
  side?: AuditLineKind;
  /** In place of a row: the lines of a side of all rows of this currency. */
  all?: Currency;
  /** In place of both: lines of this currency that charge for many payments at once. */
  sums?: Currency;
  /** The claim that is open, or the bank of which one is being made. */
  claim?: string;
  draft?: string;
  /** The currency of that one; riyals where it names none. */
  draftCurrency?: Currency;
  /** The bank of which missing payments are being claimed, or any; of these of its payments alone. */
  lost?: string;
  lostScheme?: Scheme;
  lostBranch?: string;
  lostTerminal?: string;
  /** This bank alone. */
  bank?: string;
}

const readSearch = (raw: Record<string, unknown>): FeeAuditSearch =>
  readFields<FeeAuditSearch>(raw, {
    from: day,
    to: day,
    row: text(
      /^(unknown|[1-9]\d{0,18})\.[A-Za-z]{1,12}\.[A-Z]{3}\.(none|(published|[1-9]\d{0,18})(v\d{1,5})?)$/,
    ),
    cause: text(/^[a-zA-Z]{1,20}(\.[a-zA-Z0-9]{1,26})?$/),
    side: oneOf(auditLineKinds),
    all: oneOf(currencies),
    sums: oneOf(currencies),
    claim: rowId,
    draft: rowId,
    draftCurrency: oneOf(currencies),
    lost: text(/^(any|[1-9]\d{0,18})$/),
    lostScheme: oneOf(schemes),
    lostBranch: rowId,
    lostTerminal: rowId,
    bank: text(/^(unknown|[1-9]\d{0,18})$/),
  });

/** A row of the audit as it stands in the address. */
export const rowKey = (row: AuditRow): string =>
  [row.bankId, row.scheme, row.currency, auditRateKey(row.rate)].join('.');

/** The address, and the days that it comes to: those of this month where it names none. */
export function useFeeAuditSearch() {
  const address = useAddress(readSearch);
  const today = useToday();
  const { from, to } = address.state;
  const span = from && to ? { from, to } : { from: `${today.slice(0, 7)}-01`, to: today };
  return { ...address, span, today };
}
export type FeeAuditAddress = ReturnType<typeof useFeeAuditSearch>;
