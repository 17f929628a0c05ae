import { addDays } from '@mizan/contract/business-day.ts';
import type { SettlementTable } from '@mizan/contract/settlement-table.ts';
import { backTypes, chargeTypes, type TransactionType } from '@mizan/contract/transaction-types.ts';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../ui/amount.tsx';
import { opensNothing } from '../../ui/opens-nothing.ts';
import classes from './deposit.module.css';
import { OwedLink } from './owed-link.tsx';
import { monthBeside } from './settlement-sums.ts';

interface TableTotalsProps {
  table: SettlementTable;
  bankId: string | undefined;
  /** Without it only some rows of the month are summed, which no list of payments can be narrowed to. */
  isWhole: boolean;
}

/**
 * The sums of the rows that show, by currency: gross and what is taken from it is the net; what arrived of it, what differs,
 * and what nobody can say yet.
 */
export function TableTotals({ table, bankId, isWhole }: TableTotalsProps) {
  const { t } = useTranslation(['settlement', 'transactions', 'units']);
  const isJudged = table.rows.every(({ unjudgedCount }) => unjudgedCount === 0);
  return table.totals.map((total) => {
    const filter = {
      from: `${table.month}-01`,
      to: addDays(`${monthBeside(table.month, 1)}-01`, -1),
      ...(bankId !== undefined && { bankId: [bankId] }),
      ...(table.totals.length > 1 && { currency: [total.currency] }),
      ...(!isJudged && { rate: 'agreed' as const }),
    };
    const given = table.writtenOff.filter(({ currency }) => currency === total.currency);
    const isGiven = given.length > 0;
    const givenMinor = given.reduce((sum, { netMinor }) => sum + netMinor, 0);
    const figure = (term: string, minor: number, type?: TransactionType[] | null) => (
      <div>
        <dt>{term}</dt>
        <dd>
          {isWhole && type !== null ? (
            <OwedLink filter={{ ...filter, ...(type && { type }) }}>
              <Amount amountMinor={minor} />
            </OwedLink>
          ) : (
            <span {...opensNothing('rowsBeside')}>
              <Amount amountMinor={minor} />
            </span>
          )}
        </dd>
      </div>
    );
    return (
      <dl key={total.currency} className={classes['totals']}>
        {figure(t('settlement:sum.gross'), total.grossMinor, chargeTypes)}
        {figure(t('settlement:sum.refunds'), total.refundsMinor, backTypes)}
        {figure(t('transactions:columns.mdr'), total.mdrMinor, chargeTypes)}
        {figure(t('transactions:columns.processingFee'), total.processingMinor, chargeTypes)}
        {figure(t('transactions:columns.vat'), total.vatMinor, chargeTypes)}
        {figure(t('settlement:sum.net'), total.netMinor)}
        {isGiven && figure(t('settlement:table.ofItWrittenOff'), givenMinor, null)}
        {isGiven && figure(t('settlement:sum.netWithoutWrittenOff'), total.netMinor - givenMinor, null)}
        {figure(t('settlement:deposit.arrived'), total.arrivedMinor, null)}
        {figure(t('settlement:table.difference'), total.differenceMinor, null)}
        {total.unsaidMinor !== 0 && figure(t('settlement:table.unsaid'), total.unsaidMinor, null)}
        {table.totals.length > 1 && <div>{t(`units:currency.${total.currency}`)}</div>}
      </dl>
    );
  });
}
