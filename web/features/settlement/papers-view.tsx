import { Button, Menu } from '@mantine/core';
import type { RouteArgs } from '@mizan/contract/route.ts';
import { type SettlementMonth, unknownBank } from '@mizan/contract/settlement.ts';
import {
  downloadSettlementStatement,
  listSettlementStatements,
  type SettlementStatementRow,
  statementCalendars,
  type UnprovenStatement,
} from '@mizan/contract/settlement-statements.ts';
import { IconDownload, IconFileCertificate } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download, isApiError } from '../../platform/api-client.ts';
import { formatDate, formatDateTime, formatDayRange } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { listQuery, useList } from '../../platform/list.ts';
import { Amount } from '../../ui/amount.tsx';
import { columnsOf } from '../../ui/data-table.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './deposit.module.css';
import paper from './paper.module.css';
import { inLanguage } from './settlement.words.ts';

const PaperForm = lazyPart(() => import('./paper-form.tsx'));

const bankOf = ({ bank }: SettlementStatementRow, t: TFunction): string => {
  if (!bank) return t('settlement:banks.all');
  return inLanguage(bank) || t('settlement:unknownBank.name');
};

type ListedStatement = SettlementStatementRow | UnprovenStatement;
const isUnproven = (row: ListedStatement): row is UnprovenStatement => 'isUnproven' in row;

/** Of a record that cannot be proven nothing is shown but that, and why. */
function unprovenCell(column: string, { id, madeAt }: UnprovenStatement): React.ReactNode {
  if (column === 'number') return <Identifier>{`#${id}`}</Identifier>;
  if (column === 'days') return <Unproven />;
  return column === 'madeAt' ? formatDateTime(madeAt) : '—';
}

function Unproven() {
  const { t } = useTranslation('settlement');
  return (
    <span className={paper['unproven']}>
      <strong>{t('settlement:paper.unproven.title')}</strong>
      <small>{t('settlement:paper.unproven.why')}</small>
    </span>
  );
}

const column = columnsOf<ListedStatement>();
const columnsIn = (t: TFunction) => {
  const plain = (id: string, header: string, cell: (row: SettlementStatementRow) => React.ReactNode) =>
    column.display({
      id,
      header,
      cell: ({ row: { original } }) => (isUnproven(original) ? unprovenCell(id, original) : cell(original)),
    });
  const sums = (id: 'net' | 'arrived') =>
    column.display({
      id,
      header: t(`settlement:paper.${id}`),
      meta: { align: 'figure' },
      cell: ({ row: { original } }) =>
        isUnproven(original) ? '—' : <Sums row={original} of={`${id}Minor`} />,
    });
  return column.columns([
    plain('number', t('settlement:paper.number'), (row) => <Identifier>{row.number}</Identifier>),
    plain('days', t('settlement:paper.days'), (row) => `${formatDate(row.from)} – ${formatDate(row.to)}`),
    plain('bank', t('settlement:paper.bank'), (row) => bankOf(row, t)),
    plain('madeAt', t('settlement:paper.madeAt'), (row) => formatDateTime(row.madeAt)),
    plain('madeBy', t('settlement:paper.madeBy'), (row) => row.madeByName),
    sums('net'),
    sums('arrived'),
    plain('download', t('settlement:paper.download'), (row) => <Download row={row} compact />),
  ]);
};

/** One figure a currency. */
function Sums({ row, of }: { row: SettlementStatementRow; of: 'netMinor' | 'arrivedMinor' }) {
  if (row.totals.length === 0) return '—';
  return row.totals.map((total) => (
    <div key={total.currency}>
      <Amount amountMinor={total[of]} currency={total.currency === 'SAR' ? undefined : total.currency} />
    </div>
  ));
}

/** A paper in the reader's language; its days in either calendar, or in both. */
function Download({ row, compact = false }: { row: SettlementStatementRow; compact?: boolean }) {
  const { t } = useTranslation('settlement');
  const [isBusy, setIsBusy] = useState(false);
  async function save(query: RouteArgs<typeof downloadSettlementStatement>['query']): Promise<void> {
    setIsBusy(true);
    try {
      await download(downloadSettlementStatement, {
        params: { id: row.id },
        query: { ...query, lang: language },
      });
    } catch (error) {
      const isBroken = isApiError(error) && error.details['reason'] === 'broken';
      showToast({
        tone: 'error',
        title: t(isBroken ? 'settlement:paper.refused.broken' : 'settlement:table.exportFailed'),
      });
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          {...(compact && { size: 'compact-sm' })}
          loading={isBusy}
          aria-label={t('settlement:paper.downloadNamed', { number: row.number })}
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
        >
          {t('settlement:paper.download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {statementCalendars.map((calendar) => (
          <Menu.Item key={calendar} onClick={() => void save({ format: 'pdf', calendar })}>
            {t(`settlement:paper.pdf.${calendar}`)}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => void save({ format: 'xlsx' })}>{t('settlement:paper.xlsx')}</Menu.Item>
        <Menu.Item onClick={() => void save({ format: 'csv' })}>{t('settlement:paper.csv')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Statements that were made, the newest first, and a new one. */
export default function PapersView({ month }: { month: SettlementMonth | undefined }) {
  const { t } = useTranslation('settlement');
  const list = useList(listQuery(listSettlementStatements, { query: {} }));
  const columns = useMemo(() => columnsIn(t), [t]);
  const onPhone = useIsPhone();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <div className={classes['bar']}>
        <p className={classes['help']}>{t('settlement:paper.help')}</p>
        {month && (
          <Button
            leftSection={<IconFileCertificate size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => setIsAsked(true)}
          >
            {t('settlement:paper.make')}
          </Button>
        )}
      </div>
      <ListTable
        list={list}
        onClear={false}
        empty={<EmptyState title={t('settlement:paper.empty')} help={t('settlement:paper.emptyHelp')} />}
        label={t('settlement:paper.label')}
        columns={columns}
        rowId={(row) => row.id}
        small={onPhone && <SmallList rows={list.rows} />}
      />
      <Suspense>
        {isAsked && month && (
          <PaperForm
            today={month.today}
            shown={month.month}
            banks={month.banks
              .filter(({ id }) => id !== unknownBank)
              .map((bank) => ({ id: bank.id, name: inLanguage(bank) }))}
            onClose={() => setIsAsked(false)}
          />
        )}
      </Suspense>
    </>
  );
}

function SmallList({ rows }: { rows: readonly ListedStatement[] }) {
  const { t } = useTranslation('settlement');
  return (
    <ul className={paper['list']} aria-label={t('settlement:paper.label')}>
      {rows.map((row) =>
        isUnproven(row) ? (
          <li key={row.id}>
            <span>
              <Identifier>{`#${row.id}`}</Identifier>
              <small>{formatDateTime(row.madeAt)}</small>
              <Unproven />
            </span>
          </li>
        ) : (
          <li key={row.id}>
            <span>
              <Identifier>{row.number}</Identifier>
              <small>
                {formatDayRange(row.from, row.to)}, {bankOf(row, t)}
              </small>
            </span>
            <Sums row={row} of="netMinor" />
            <Download row={row} />
          </li>
        ),
      )}
    </ul>
  );
}
