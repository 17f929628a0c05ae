import { type AuditAction, auditActions } from '@mizan/contract/audit.ts';
import { useAddress } from '../../platform/address.ts';
import { day, oneOf, readFields, rowId, text } from '../../platform/search.ts';

/** The filters of the log, as the route takes them; they stand in the address. */
export interface AuditFilter {
  from?: string;
  to?: string;
  personId?: string;
  action?: AuditAction;
  search?: string;
}

const readFilter = (raw: Record<string, unknown>): AuditFilter =>
  readFields<AuditFilter>(raw, {
    from: day,
    to: day,
    personId: rowId,
    action: oneOf(auditActions),
    search: text(/^.{1,80}$/u),
  });

/** The state of the screen and the ways to change it. */
export function useAuditSearch() {
  const { state: filter, go, change } = useAddress(readFilter);
  return { filter, isFiltered: Object.keys(filter).length > 0, change, clear: () => go({}) };
}
export type AuditSearchState = ReturnType<typeof useAuditSearch>;
