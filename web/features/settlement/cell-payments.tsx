import { paths } from '@mizan/contract/paths.ts';
import {
  type CellParams,
  isOpen,
  type SettlementPart,
  type UnconfirmedPayment,
} from '@mizan/contract/settlement.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { CardNumber, Identifier } from '../../ui/identifier.tsx';
import { ListView, MoreRows } from '../../ui/list-view.tsx';
import { Section } from '../../ui/page.tsx';
import classes from './cell.module.css';
import { useCellPayments } from './settlement.queries.ts';
import { countOf } from './settlement-sums.ts';
import { StateBadge } from './state-look.tsx';

/** The payments that no line of the bank's agrees with, written off or not; each opens in the list of transactions. */
export function CellPayments({ cell, parts }: { cell: CellParams; parts: readonly SettlementPart[] }) {
  const { t } = useTranslation(['settlement', 'units']);
  const asked = countOf(parts, (state) => state !== 'CONFIRMED');
  if (asked === 0) return null;
  return (
    <Section title={t('settlement:payments.title')} aside={t('units:transaction', { count: asked })}>
      <Rows cell={cell} />
    </Section>
  );
}

function Rows({ cell }: { cell: CellParams }) {
  const { t } = useTranslation('settlement');
  const list = useCellPayments(cell);
  return (
    <ListView list={list} skeletonRows={4} onClear={false} empty={null}>
      {(rows) => (
        <>
          <ul className={classes['payments']} aria-label={t('settlement:payments.title')}>
            {rows.map((row) => (
              <li key={row.transactionId}>
                <Payment row={row} says={!isOpen(row.state)} />
              </li>
            ))}
          </ul>
          <MoreRows list={list} />
        </>
      )}
    </ListView>
  );
}

const Payment = ({ row, says }: { row: UnconfirmedPayment; says: boolean }) => (
  <Link
    className={classes['payment']}
    to={paths.transactions}
    search={{ search: row.transactionId, open: row.transactionId } as never}
  >
    <Identifier>{`#${row.transactionId}`}</Identifier>
    <span>{formatTime(row.createdAt)}</span>
    <span>{row.lastFour && <CardNumber lastFour={row.lastFour} />}</span>
    <Identifier>{row.tid}</Identifier>
    {says && <StateBadge state={row.state} quiet />}
    <strong>
      <Amount amountMinor={row.netMinor ?? row.grossMinor} />
    </strong>
  </Link>
);
