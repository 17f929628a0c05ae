import { Button } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import {
  type CellParams,
  type SettlementCell,
  type SettlementMonth,
  unknownBank,
} from '@mizan/contract/settlement.ts';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { DrawerSteps } from '../../ui/drawer-steps.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { schemeKey } from '../../ui/scheme-mark.tsx';
import { MissingState } from '../../ui/states.tsx';
import { Arrived } from './arrived.tsx';
import classes from './cell.module.css';
import { CellHead } from './cell-head.tsx';
import { CellPayments } from './cell-payments.tsx';
import { CellSum, filterOfCell } from './cell-sum.tsx';
import { DueStrip } from './due-strip.tsx';
import { OwedLink } from './owed-link.tsx';
import { useSettlementCell } from './settlement.queries.ts';
import { cellText, type SettlementAddress } from './settlement.search.ts';
import { formatDayOfMonth, inLanguage, lateText } from './settlement.words.ts';
import { UnknownBankHelp } from './unknown-bank.tsx';

const DepositForm = lazyPart(() => import('./deposit-form.tsx'));

interface CellDrawerProps {
  cell: CellParams;
  month: SettlementMonth | undefined;
  address: SettlementAddress;
}

/** One day of one bank and card scheme: what is due, why it is late, and which payments no file has. */
export default function CellDrawer({ cell, month, address }: CellDrawerProps) {
  const { t } = useTranslation(['settlement', 'transactions', 'errors']);
  const query = useSettlementCell(cell);
  const [isAdding, setIsAdding] = useState(false);
  const onClose = () => address.changeIfStill({ cell: undefined });
  const beside = (step: -1 | 1) => {
    const row = month?.rows.find(
      ({ bankId, scheme, currency }) =>
        bankId === cell.bankId && scheme === cell.scheme && currency === cell.currency,
    );
    const at = row?.days.findIndex(({ day }) => day === cell.day) ?? -1;
    const day = at < 0 ? undefined : row?.days[at + step]?.day;
    return day === undefined ? undefined : () => address.change({ cell: cellText({ ...cell, day }) }, true);
  };
  const ofBank =
    cell.bankId === unknownBank
      ? t('settlement:unknownBank.name')
      : (query.data && inLanguage(query.data.bank)) || '…';
  return (
    <DockedDrawer
      title={
        <>
          {[ofBank, t(schemeKey(cell.scheme))].join(t('settlement:and'))}{' '}
          <span className={classes['ofDay']}>{formatDayOfMonth(cell.day)}</span>
        </>
      }
      onClose={onClose}
      actions={
        <DrawerSteps
          before={{ label: t('settlement:cell.before'), onGo: beside(-1) }}
          after={{ label: t('settlement:cell.after'), onGo: beside(1) }}
        />
      }
      footer={
        <>
          {cell.bankId !== unknownBank && (
            <>
              {query.data && isOverdue(query.data) && <ClaimLink cell={cell} />}
              <Button
                variant={query.data && isOverdue(query.data) ? 'default' : 'filled'}
                onClick={() => setIsAdding(true)}
              >
                {t('settlement:deposit.add')}
              </Button>
            </>
          )}
          <Ways cell={cell} />
        </>
      }
    >
      <Loaded of={query} missing={<MissingState title={t('errors:notFound')} />}>
        {(shown) => <Cell shown={shown} cell={cell} address={address} />}
      </Loaded>
      {isAdding && (
        <Suspense>
          <DepositForm
            banks={[{ id: cell.bankId, name: ofBank }]}
            cell={cell}
            onClose={() => setIsAdding(false)}
          />
        </Suspense>
      )}
    </DockedDrawer>
  );
}

const isOverdue = ({ parts }: SettlementCell): boolean => parts.some(({ state }) => state === 'OVERDUE');

/** What no file has of the cell, as a claim to its bank. */
function ClaimLink({ cell: { bankId, scheme, currency, day } }: { cell: CellParams }) {
  const { t } = useTranslation('settlement');
  const draft = { from: day, to: day, lost: bankId, lostScheme: scheme, draftCurrency: currency };
  return (
    <Button component={Link} to={paths.feeAudit} search={draft as never}>
      {t('settlement:cell.claim')}
    </Button>
  );
}

/** Its payments in the list, and its day from terminal totals to the deposit. */
function Ways({ cell }: { cell: CellParams }) {
  const { t } = useTranslation('settlement');
  const { day, bankId: bank, currency } = cell;
  return (
    <>
      <Button
        variant="default"
        component={Link}
        to={paths.transactions}
        search={{ ...filterOfCell(cell), days: 'bank' } as never}
      >
        {t('settlement:cell.all')}
      </Button>
      <Button variant="default" component={Link} to={paths.proof} search={{ day, bank, currency } as never}>
        {t('settlement:cell.proof')}
      </Button>
    </>
  );
}

function Cell({
  shown,
  cell,
  address,
}: {
  shown: SettlementCell;
  cell: CellParams;
  address: SettlementAddress;
}) {
  const { t } = useTranslation(['settlement', 'units']);
  return (
    <>
      <CellHead shown={shown} cell={cell} />
      {shown.lateDays !== null && <p className={classes['lateText']}>{lateText(shown.lateDays, t)}</p>}
      <p className={classes['note']}>
        {cell.bankId === unknownBank ? <UnknownBankHelp /> : agreedText(shown, t)}
      </p>
      <DueStrip shown={shown} />
      <CellSum shown={shown} cell={cell} />
      {cell.bankId !== unknownBank && <Arrived shown={shown} cell={cell} address={address} />}
      {shown.unjudged.count > 0 && (
        <p className={classes['note']}>
          <OwedLink filter={{ ...filterOfCell(cell), rate: 'none' }}>
            {t('settlement:totals.unjudged', {
              transactions: t('units:transaction', { count: shown.unjudged.count }),
              amount: formatAmount(shown.unjudged.grossMinor, {
                currency: t(`units:currency.${cell.currency}`),
              }),
            })}
          </OwedLink>
        </p>
      )}
      <CellPayments cell={cell} parts={shown.parts} />
    </>
  );
}

/** What was agreed; where nothing was, the usual days stand in and are said to be no agreement. */
function agreedText({ agreed }: SettlementCell, t: ReturnType<typeof useTranslation>['t']): string {
  if (agreed === null) return t('settlement:agreed.usual');
  const within = t(`settlement:agreed.${agreed.kind}`, { count: agreed.days });
  return t('settlement:agreed.text', { within });
}
