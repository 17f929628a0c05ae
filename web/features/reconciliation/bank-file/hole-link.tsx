import type { EntryParts } from '@mizan/contract/entry-parts.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { opensNothing } from '../../../ui/opens-nothing.ts';
import type { BankFileTab } from './reconciliation.search.ts';

/** A number as the way to its rows where `isOpen`; plain where a file of before does not say which they are. */
export function Opened({
  isOpen,
  children,
  ...rows
}: {
  file: string;
  tab: BankFileTab;
  holes?: string;
  isOpen: boolean;
  children: ReactNode;
}) {
  return isOpen ? (
    <HoleLink {...rows}>{children}</HoleLink>
  ) : (
    <span {...opensNothing('notKept')}>{children}</span>
  );
}

/** To the rows that a number counts. */
export function HoleLink({
  file,
  tab,
  className,
  children,
  ...parts
}: EntryParts & {
  file: string;
  tab: BankFileTab;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Link
      to="."
      search={{ file, tab, ...parts } as never}
      hash="entries"
      replace
      resetScroll={false}
      className={className ?? ''}
    >
      {children}
    </Link>
  );
}
