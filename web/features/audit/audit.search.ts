import { type AuditAction, auditActions } from '@mizan/contract/audit.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { day, oneOf, readFields, rowId } from '../../platform/search.ts';

/** The filters of the log, as the route takes them; they stand in the address. */
export interface AuditFilter {
  from?: string;
  to?: string;
  personId?: string;
  action?: AuditAction;
}

type Change = { [K in keyof AuditFilter]?: AuditFilter[K] | undefined };

/** The state of the screen and the ways to change it. */
export function useAuditSearch() {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const filter = readFields<AuditFilter>(raw, {
    from: day,
    to: day,
    personId: rowId,
    action: oneOf(auditActions),
  });
  return {
    filter,
    isFiltered: Object.keys(filter).length > 0,
    change: (part: Change) => {
      const fields = Object.entries({ ...filter, ...part }).filter(([, value]) => value !== undefined);
      void navigate({ to: '.', search: Object.fromEntries(fields) as never });
    },
    clear: () => void navigate({ to: '.', search: {} as never }),
  };
}
export type AuditSearchState = ReturnType<typeof useAuditSearch>;
