import type { CellParams, SettlementCell } from '@mizan/contract/settlement.ts';
import { expectationStates } from '@mizan/contract/settlement.ts';
import { backTypes, chargeTypes } from '@mizan/contract/transaction-types.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatNumber, formatPercent } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { opensNothing } from '../../ui/opens-nothing.ts';
import { Section } from '../../ui/page.tsx';
import classes from './cell.module.css';
import { OwedLink } from './owed-link.tsx';
import { formatPlainDay } from './settlement.words.ts';
import { countOf, judgedOnly, netOf } from './settlement-sums.ts';

/** The payments of a cell, by the days of its bank. */
export const filterOfCell = ({ day, bankId, scheme, currency }: CellParams) => ({
  from: day,
  to: day,
  bankId: [bankId],
  scheme: [scheme],
  currency: [currency],
});

/** Gross down to the net that is due, and the net again by what the files say of it. */
export function CellSum({ shown, cell }: { shown: SettlementCell; cell: CellParams }) {
  const { t } = useTranslation(['settlement', 'transactions', 'units']);
  const { purchases, refunds, parts } = shown;
  const filter = {
    ...filterOfCell(cell),
    ...(shown.unjudged.count > 0 && { rate: 'agreed' as const }),
  };
  const charged = (amountMinor: number) => (
    <OwedLink filter={{ ...filter, type: chargeTypes }}>
      <Amount amountMinor={-amountMinor} />
    </OwedLink>
  );
  const transactions = (count: number) => t('units:transaction', { count });
  return (
    <Section title={t('settlement:sum.title')}>
      <dl className={classes['sum']}>
        <Line term={t('settlement:sum.gross')} note={transactions(purchases.count)}>
          <OwedLink filter={{ ...filter, type: chargeTypes }}>
            <Amount amountMinor={purchases.grossMinor} />
          </OwedLink>
        </Line>
        {refunds.count > 0 && (
          <Line term={t('settlement:sum.refunds')} note={transactions(refunds.count)}>
            <OwedLink filter={{ ...filter, type: backTypes }}>
              <Amount amountMinor={refunds.grossMinor} />
            </OwedLink>
          </Line>
        )}
        <Line
          term={t('transactions:columns.mdr')}
          note={shown.mdrBps === null ? null : formatPercent(shown.mdrBps)}
        >
          {charged(shown.mdrMinor)}
        </Line>
        {shown.processingMinor !== 0 && (
          <Line
            term={t('transactions:columns.processingFee')}
            note={
              shown.processingEachMinor === null ? null : (
                <span {...opensNothing('setting')}>
                  {t('settlement:sum.each', {
                    times: formatNumber(purchases.count),
                    amount: formatAmount(shown.processingEachMinor),
                  })}
                </span>
              )
            }
          >
            {charged(shown.processingMinor)}
          </Line>
        )}
        <Line term={t('transactions:columns.vat')} note={t('settlement:sum.ofFees')}>
          {charged(shown.vatMinor)}
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
        <StateLines cell={cell} parts={parts} />
        <NetWithoutWrittenOff shown={shown} />
      </dl>
    </Section>
  );
}

/** What the files say of the net, state by state. */
function StateLines({ cell, parts }: { cell: CellParams; parts: SettlementCell['parts'] }) {
  const { t } = useTranslation(['settlement', 'units']);
  return expectationStates.map((state) => {
    const own = parts.filter((part) => part.state === state);
    if (own.length === 0) return null;
    return (
      <Line
        key={state}
        state={state}
        term={t(`settlement:state.${state}`)}
        note={t('units:transaction', { count: countOf(own) })}
      >
        <OwedLink filter={{ ...filterOfCell(cell), bank: state, ...judgedOnly(own) }}>
          <Amount amountMinor={netOf(own)} />
        </OwedLink>
      </Line>
    );
  });
}

/** The net less what was written off; where nothing was, the net says it. */
function NetWithoutWrittenOff({ shown }: { shown: SettlementCell }) {
  const { t } = useTranslation('settlement');
  const given = shown.parts.filter(({ state }) => state === 'WRITTEN_OFF');
  if (given.length === 0) return null;
  return (
    <Line total term={t('settlement:sum.netWithoutWrittenOff')}>
      <span {...opensNothing('ofFigures')}>
        <Amount amountMinor={shown.netMinor - netOf(given)} />
      </span>
    </Line>
  );
}

interface LineProps {
  term: string;
  note?: ReactNode;
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
