import {
  type ExceptionOutcome,
  type ExceptionState,
  exceptionOutcomes,
  exceptionStates,
} from '@mizan/contract/exceptions.ts';
import { useAddress } from '../../../platform/address.ts';
import { oneOf, readFields, rowId, text } from '../../../platform/search.ts';

/** The state of the exceptions screen, as its address names it. */
export interface ExceptionsSearch {
  /** Absent for those that ask for somebody. */
  state?: ExceptionState;
  outcome?: ExceptionOutcome;
  bank?: string;
  file?: string;
  /** A person, or 'none'. */
  assignee?: string;
  /** Whose approval it waits for. */
  askedOf?: string;
  /** The name that rules put it under. */
  group?: string;
  /** The rules stand in the place of the list. */
  rules?: 'yes';
  /** The exception that is open. */
  open?: string;
}

const readSearch = (raw: Record<string, unknown>): ExceptionsSearch =>
  readFields<ExceptionsSearch>(raw, {
    state: oneOf(exceptionStates),
    outcome: oneOf(exceptionOutcomes as ExceptionOutcome[]),
    bank: rowId,
    file: rowId,
    assignee: text(/^(none|[1-9]\d{0,18})$/),
    askedOf: rowId,
    group: text(/^.{1,60}$/),
    rules: oneOf(['yes'] as const),
    open: rowId,
  });

export const useExceptionsSearch = () => useAddress(readSearch);
