import { useNavigate, useSearch } from '@tanstack/react-router';
import { oneOf, readFields, rowId } from '../../platform/search.ts';

/** What shows: a list, a terminal's detail, the form of a new payment, or a payment. All in the address. */
interface TerminalSearch {
  open?: string;
  /** The terminal that the form of a new payment begins with; 'any' leaves the choice open. */
  pay?: string;
  payment?: string;
}

export function useTerminalSearch() {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const search = readFields<TerminalSearch>(raw, {
    open: rowId,
    pay: (value) => oneOf(['any'])(value) ?? rowId(value),
    payment: rowId,
  });
  return {
    ...search,
    go: (to: TerminalSearch, replace = false) => void navigate({ to: '.', search: to as never, replace }),
  };
}
