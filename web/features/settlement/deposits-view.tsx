import { Button } from '@mantine/core';
import { type DepositRow, depositFilters } from '@mizan/contract/deposits.ts';
import type { SettlementMonth } from '@mizan/contract/settlement.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { Amount } from '../../ui/amount.tsx';
import { columnsOf } from '../../ui/data-table.tsx';
import { FilterSegments } from '../../ui/filter-segments.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState, LoadingState } from '../../ui/states.tsx';
import classes from './deposit.module.css';
import { DepositPaysBadge } from './deposit-pays.tsx';
import { useDeposits } from './settlement.queries.ts';
import type { SettlementAddress } from './settlement.search.ts';
import { inLanguage } from './settlement.words.ts';
import { ValueDateFilter } from './value-dates.tsx';

const DepositForm = lazyPart(() => import('./deposit-form.tsx'));
const ArrivedStatements = lazyPart(() => import('./arrived-statements.tsx'));
const StatementDialog = lazyPart(() => import('./statement-dialog.tsx'));

const column = columnsOf<DepositRow>();
const columnsIn = (t: TFunction) => {
  const plain = (id: string, header: string, cell: (row: DepositRow) => React.ReactNode) =>
    column.display({ id, header, cell: ({ row }) => cell(row.original) });
  return column.columns([
    plain('valueDate', t('settlement:deposit.valueDate'), (row) => formatDate(row.valueDate)),
    plain('bank', t('common:fields.bank'), (row) => inLanguage(row.bank)),
    plain('reference', t('settlement:deposit.reference'), (row) =>
      row.reference === '' ? '—' : <Identifier>{row.reference}</Identifier>,
    ),
    plain('pays', t('settlement:deposit.pays'), (row) => <DepositPaysBadge row={row} />),
    column.display({
      id: 'amount',
      header: t('settlement:deposit.amount'),
      meta: { align: 'figure' },
      cell: ({ row: { original } }) => (
        <Amount
          amountMinor={original.amountMinor}
          currency={original.currency === 'SAR' ? undefined : original.currency}
          muted={original.undoneAt !== null}
        />
      ),
    }),
  ]);
};

interface DepositsViewProps {
  month: SettlementMonth | undefined;
  address: SettlementAddress;
}

/** What arrived, the last entered first; each opens what it pays. */
export default function DepositsView({ month, address }: DepositsViewProps) {
  const { t } = useTranslation(['settlement', 'common']);
  const { state, change } = address;
  const list = useDeposits({ state: state.only, valueDate: state.valueDate });
  const columns = useMemo(() => columnsIn(t), [t]);
  const onPhone = useIsPhone();
  const onOpen = (deposit: string) => change({ deposit, cell: undefined }, state.deposit !== undefined);
  return (
    <>
      <Bar month={month} address={address} />
      <Suspense fallback={<LoadingState rows={8} />}>
        <ArrivedStatements>
          <ListTable
            list={list}
            onClear={
              (state.only !== undefined || state.valueDate !== undefined) &&
              (() => change({ only: undefined, valueDate: undefined }))
            }
            empty={
              <EmptyState title={t('settlement:deposit.empty')} help={t('settlement:deposit.emptyHelp')} />
            }
            label={t('settlement:views.deposits')}
            columns={columns}
            rowId={(row) => row.id}
            selectedId={state.deposit ?? null}
            onOpen={(row) => onOpen(row.id)}
            small={
              onPhone && (
                <RowList
                  label={t('settlement:views.deposits')}
                  onOpen={onOpen}
                  rows={list.rows.map((row) => ({
                    id: row.id,
                    title: inLanguage(row.bank),
                    detail: (
                      <>
                        {formatDate(row.valueDate)} <Identifier>{row.reference}</Identifier>
                      </>
                    ),
                    figure: <Amount amountMinor={row.amountMinor} muted={row.undoneAt !== null} />,
                    status: <DepositPaysBadge row={row} />,
                  }))}
                />
              )
            }
          />
        </ArrivedStatements>
      </Suspense>
    </>
  );
}

/** What is narrowed to, and the two ways in which deposits come. */
function Bar({ month, address: { state, change } }: DepositsViewProps) {
  const { t } = useTranslation('settlement');
  const [opened, setOpened] = useState<'form' | 'statement' | null>(null);
  const onClose = () => setOpened(null);
  const banks = (month?.banks ?? []).filter(({ id }) => id !== unknownBank);
  return (
    <div className={classes['bar']}>
      <FilterSegments
        label={t('settlement:deposit.filter')}
        allLabel={t('settlement:deposit.filters.ALL')}
        options={depositFilters.map((each) => [each, t(`settlement:deposit.filters.${each}`)])}
        value={state.only}
        onChange={(only) => change({ only })}
      />
      <ValueDateFilter address={{ state, change }} />
      <span className={classes['barEnd']} />
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => setOpened('statement')}
      >
        {t('settlement:statement.read')}
      </Button>
      {banks.length > 0 && (
        <Button
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => setOpened('form')}
        >
          {t('settlement:deposit.add')}
        </Button>
      )}
      <Suspense>
        {opened === 'statement' && <StatementDialog onClose={onClose} />}
        {opened === 'form' && (
          <DepositForm
            banks={banks.map((bank) => ({ id: bank.id, name: inLanguage(bank) }))}
            onClose={onClose}
          />
        )}
      </Suspense>
    </div>
  );
}
