import type { BankFileEntry } from '@mizan/contract/bank-file-entry.ts';
import type { FigureFilter } from '@mizan/contract/entry-parts.ts';
import { useTranslation } from 'react-i18next';
import { Identifier } from '../../../ui/identifier.tsx';
import classes from '../lines/entries.module.css';
import { CountedAmount, OutcomeCell, PaymentLink } from '../lines/entry-cells.tsx';
import { NearestCell } from '../lines/entry-nearest.tsx';

/** Entries where a table has no room: outcome and difference, the payment and its terminal, the field that failed. */
export function EntriesPhone({
  rows,
  counted,
  onOpen,
}: {
  rows: BankFileEntry[];
  counted: FigureFilter;
  onOpen: (seq: number) => void;
}) {
  const { t } = useTranslation('reconciliation');
  return (
    <ul className={classes['cards']} aria-label={t('reconciliation:entries.title')}>
      {rows.map((entry) => (
        <li key={entry.seq} className={classes['card']}>
          <div className={classes['cardLine']}>
            <button type="button" className={classes['cardOpen']} onClick={() => onOpen(entry.seq)}>
              <OutcomeCell entry={entry} t={t} />
            </button>
            <strong className={classes['cardFigure']}>
              <CountedAmount entry={entry} counted={counted} />
            </strong>
          </div>
          <div className={classes['cardLine']}>
            <span className={classes['cardDetail']}>
              {entry.transactionId !== null && <PaymentLink id={entry.transactionId} />}
              {entry.tid !== null && <Identifier>{entry.tid}</Identifier>}
            </span>
          </div>
          <NearestCell entry={entry} />
        </li>
      ))}
    </ul>
  );
}
