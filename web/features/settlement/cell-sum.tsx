import type { CellParams, SettlementCell } from '@mizan/contract/settlement.ts';
import { expectationStates } from '@mizan/contract/settlement.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { Section } from '../../ui/page.tsx';
import classes from './cell.module.css';
import { OwedLink } from './owed-link.tsx';
import { formatPlainDay } from './settlement.words.ts';
import { netOf } from './settlement-sums.ts';

/** Gross down to the net that is due, and the net again by what the files say of it. */
export function CellSum({ shown, cell }: { shown: SettlementCell; cell: CellParams }) {
  const { t } = useTranslation(['settlement', 'transactions', 'units']);
  const { purchases, refunds, parts } = shown;
  const filter = { from: cell.day, to: cell.day, bankId: [cell.bankId], scheme: [cell.scheme] };
  const byState = expectationStates.filter((state) => parts.some((part) => part.state === state));
  const transactions = (count: number) => t('units:transaction', { count });
  return (
    <Section title={t('settlement:sum.title')}>
      <dl className={classes['sum']}>
        <Line term={t('settlement:sum.gross')} note={transactions(purchases.count)}>
          <OwedLink filter={{ ...filter, type: ['PURCHASE'] }}>
            <Amount amountMinor={purchases.grossMinor} />
          </OwedLink>
        </Line>
        {refunds.count > 0 && (
          <Line term={t('settlement:sum.refunds')} note={transactions(refunds.count)}>
            <OwedLink filter={{ ...filter, type: ['REFUND', 'REVERSAL'] }}>
              <Amount amountMinor={refunds.grossMinor} />
            </OwedLink>
          </Line>
        )}
        <Line
          term={t('transactions:columns.mdr')}
          note={shown.mdrBps === null ? null : formatPercent(shown.mdrBps)}
        >
          <Amount amountMinor={-shown.mdrMinor} />
        </Line>
        {shown.processingMinor !== 0 && (
          <Line term={t('transactions:columns.processingFee')}>
            <Amount amountMinor={-shown.processingMinor} />
          </Line>
        )}
        <Line term={t('transactions:columns.vat')} note={t('settlement:sum.ofFees')}>
          <Amount amountMinor={-shown.vatMinor} />
        </Line>
        <Line
          total
          term={t('settlement:sum.net')}
          note={shown.dueDay === null ? null : formatPlainDay(shown.dueDay)}
        >
          <OwedLink filter={filter}>
            <Amount amountMinor={shown.netMinor} />
          </OwedLink>
        </Line>
        {byState.map((state) => (
          <Line
            key={state}
            state={state}
            term={t(`settlement:state.${state}`)}
            note={transactions(parts.find((part) => part.state === state)?.count ?? 0)}
          >
            <OwedLink filter={{ ...filter, bank: state }}>
              <Amount amountMinor={netOf(parts, (each) => each === state)} />
            </OwedLink>
          </Line>
        ))}
      </dl>
    </Section>
  );
}

interface LineProps {
  term: string;
  note?: string | null;
  total?: boolean;
  state?: string;
  children: ReactNode;
}

const Line = ({ term, note, total, state, children }: LineProps) => (
  <div className={classes['line']} data-total={total || undefined} data-state={state}>
    <dt>
      {term} {note && <span className={classes['rate']}>{note}</span>}
    </dt>
    <dd>{children}</dd>
  </div>
);
