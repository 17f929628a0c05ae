import { Button } from '@mantine/core';
import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { IconDeviceMobile, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { wholeList } from '../../platform/list.ts';
import { ConnectionBadge } from '../../ui/connection-badge.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import type { ShownList } from '../../ui/list-view.tsx';
import { Page } from '../../ui/page.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import { batteryText, branchName } from '../../ui/terminal.words.ts';
import classes from './terminal.module.css';
import { TerminalDrawer, type TerminalDrawerProps } from './terminal-drawer.tsx';
import { useTerminals } from './terminals.queries.ts';
import { useTerminalSearch } from './terminals.search.ts';
import { terminalColumns } from './terminals-columns.tsx';

/** Every terminal of the merchant with its line and its health, and the way to a payment on one of them. */
export function TerminalsScreen({ LastPayments }: Pick<TerminalDrawerProps, 'LastPayments'>) {
  const { t } = useTranslation(['terminals', 'payment', 'shell']);
  const search = useTerminalSearch();
  const query = useTerminals();
  const rows = query.data?.rows ?? [];
  const opened = rows.find((row) => row.id === search.open);

  return (
    <Page
      fill
      named
      title={t('shell:menu.terminals')}
      summary={query.data && <Connected rows={rows} />}
      actions={
        rows.length > 0 && (
          <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => search.go({ pay: 'any' })}>
            {t('payment:title')}
          </Button>
        )
      }
      drawer={
        opened && (
          <TerminalDrawer
            key={opened.id}
            terminal={opened}
            onPay={() => search.go({ pay: opened.id })}
            onPayment={(payment) => search.go({ payment })}
            LastPayments={LastPayments}
            onClose={() => search.go({})}
          />
        )
      }
    >
      <TerminalList
        list={wholeList(query)}
        selectedId={search.open ?? null}
        onOpen={(open) => search.go({ open })}
      />
    </Page>
  );
}

function Connected({ rows }: { rows: readonly TerminalRow[] }) {
  const { t } = useTranslation('terminals');
  const part = rows.filter((row) => row.connection === 'CONNECTED').length;
  return <>{t('terminals:summary', { part: formatNumber(part), total: formatNumber(rows.length) })}</>;
}

interface TerminalListProps {
  list: ShownList<TerminalRow>;
  selectedId: string | null;
  onOpen: (id: string) => void;
}

function TerminalList({ list, selectedId, onOpen }: TerminalListProps) {
  const { t } = useTranslation(['terminals', 'transactions', 'common', 'shell']);
  const onPhone = useIsPhone();
  const columns = useMemo(() => terminalColumns(t), [t]);
  return (
    <ListTable
      fill
      list={list}
      empty={<EmptyState title={t('terminals:empty.title')} help={t('terminals:empty.helpNow')} />}
      label={t('shell:menu.terminals')}
      columns={columns}
      rowId={(row) => row.id}
      selectedId={selectedId}
      onOpen={(row) => onOpen(row.id)}
      small={onPhone && <TerminalsPhone rows={list.rows} onOpen={onOpen} />}
    />
  );
}

function TerminalsPhone({ rows, onOpen }: { rows: TerminalRow[]; onOpen: (id: string) => void }) {
  const { t } = useTranslation(['terminals', 'shell']);
  return (
    <div className={classes['phone']}>
      <RowList
        label={t('shell:menu.terminals')}
        onOpen={onOpen}
        rows={rows.map((row) => ({
          id: row.id,
          mark: <IconDeviceMobile size={20} stroke={1.6} aria-hidden="true" />,
          title: <Identifier>{row.tid}</Identifier>,
          detail: branchName(row),
          figure: batteryText(row, t),
          status: <ConnectionBadge connection={row.connection} />,
        }))}
      />
    </div>
  );
}
