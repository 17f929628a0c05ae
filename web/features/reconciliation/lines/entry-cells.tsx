import type { BankFileEntry, EarlierLine } from '@mizan/contract/bank-file-entry.ts';
import { amountIn } from '@mizan/contract/entry-figures.ts';
import type { FigureFilter } from '@mizan/contract/entry-parts.ts';
import { paths } from '@mizan/contract/paths.ts';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../../ui/amount.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { outcomeKey } from '../bank-file/outcome.words.ts';
import classes from './entries.module.css';
import { earlierText } from './reason.words.ts';

/** The outcome with the colour of its group beside it; the word carries the meaning. */
export function OutcomeCell({ entry, t }: { entry: BankFileEntry; t: TFunction }) {
  return (
    <span className={classes['outcome']}>
      <span className={classes['square']} data-group={entry.group ?? 'none'} aria-hidden="true" />
      {t(outcomeKey(entry.outcome))}
    </span>
  );
}

/** What an entry adds to the figure that its list is of: a difference with its sign, or what a side has of it. */
export function CountedAmount({ entry, counted }: { entry: BankFileEntry; counted: FigureFilter }) {
  const isTotal = counted === 'portal' || counted === 'bank';
  // Adding 0 turns a negative zero into the plain one.
  return <Amount amountMinor={amountIn[counted](entry) + 0} signed={!isTotal} />;
}

/** The line of an earlier file that an entry speaks of, as a link to that file. */
export function EarlierLink({ earlier }: { earlier: EarlierLine }) {
  const { t } = useTranslation('reconciliation');
  return (
    <Link
      to="."
      search={{ file: earlier.bankFileId } as never}
      className={classes['payment'] ?? ''}
      // The row around it opens something else.
      onClick={(event) => event.stopPropagation()}
    >
      {earlierText(t, earlier)}
    </Link>
  );
}

/** The payment by its number, as a link to it. */
export function PaymentLink({ id }: { id: string | null }) {
  if (id === null) return <>—</>;
  return (
    <Link
      to={paths.transactions}
      search={{ open: id } as never}
      className={classes['payment'] ?? ''}
      // The row around it opens something else.
      onClick={(event) => event.stopPropagation()}
    >
      <Identifier hash>{id}</Identifier>
    </Link>
  );
}
