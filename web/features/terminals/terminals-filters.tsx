import { Button } from '@mantine/core';
import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { IconAlertTriangle, IconArchive } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { FilterMenu } from '../../ui/filter-menu.tsx';
import { FilterSegments } from '../../ui/filter-segments.tsx';
import { ListSearch } from '../../ui/list-search.tsx';
import { branchName } from '../../ui/terminal.words.ts';
import classes from './terminal.module.css';
import {
  type ConnectionFilter,
  connectionFilters,
  searchMax,
  type TerminalSearchState,
} from './terminals.search.ts';

const connectionKeys: Readonly<Record<ConnectionFilter, string>> = {
  CONNECTED: 'connected',
  RECONNECTING: 'reconnecting',
  DISCONNECTED: 'disconnected',
  NEVER: 'never',
};
const typingMs = 250;

interface TerminalsFiltersProps {
  search: TerminalSearchState;
  rows: readonly TerminalRow[];
  /** How many ask for a person, of all rows. */
  needing: number;
  onPhone: boolean;
}

export function TerminalsFilters({ search, rows, needing, onPhone }: TerminalsFiltersProps) {
  const { t } = useTranslation(['terminals', 'transactions']);
  const { change } = search;
  const branches = new Map(rows.map((row) => [row.branchId, branchName(row)]));
  return (
    <>
      <ListSearch
        className={classes['search']}
        label={t('terminals:filters.search')}
        placeholder={t('terminals:filters.searchShort')}
        charsMax={searchMax}
        restMs={typingMs}
        value={search.search ?? ''}
        onChange={(text) => change({ search: text }, true)}
      />
      <FilterMenu
        label={t('transactions:columns.branch')}
        options={[...branches].map(([value, text]) => ({ value, text, label: <bdi>{text}</bdi> }))}
        selected={search.branchId ?? []}
        onChange={(branchId) => change({ branchId })}
      />
      <FilterMenu
        label={t('terminals:columns.connection')}
        options={connectionFilters.map((value) => {
          const text = t(`terminals:connection.${connectionKeys[value]}`);
          return { value, text, label: text };
        })}
        selected={search.connection ?? []}
        onChange={(connection) => change({ connection: connection as ConnectionFilter[] })}
      />
      <Button
        variant={search.needs ? 'light' : 'default'}
        size="sm"
        aria-pressed={search.needs !== undefined}
        leftSection={<IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => change({ needs: search.needs ? undefined : 'attention' })}
      >
        {t('terminals:filters.attention')}
        <span className={classes['count']} data-none={needing === 0 || undefined}>
          {formatNumber(needing)}
        </span>
      </Button>
      <Button
        variant={search.service ? 'light' : 'default'}
        size="sm"
        aria-pressed={search.service !== undefined}
        leftSection={<IconArchive size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => change({ service: search.service ? undefined : 'retired' })}
      >
        {t('terminals:detail.retired')}
      </Button>
      {!onPhone && (
        <FilterSegments
          label={t('terminals:filters.columns')}
          allLabel={t('terminals:filters.health')}
          options={[['device', t('terminals:filters.device')]]}
          value={search.columns}
          onChange={(columns) => change({ columns })}
        />
      )}
    </>
  );
}
