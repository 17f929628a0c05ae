import { Button } from '@mantine/core';
import { addBranch, type BranchRow } from '@mizan/contract/management.ts';
import { paths } from '@mizan/contract/paths.ts';
import { IconBuildingStore, IconMapPin } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { apart, formatNumber } from '../../platform/formats.ts';
import { language, nameIn } from '../../platform/language.ts';
import { type OfferedPlaces, placeIn, placeName, useOfferedPlaces } from '../../platform/offered-places.ts';
import { useMay } from '../../platform/use-may.ts';
import { ActivityBadge } from '../../ui/activity-badge.tsx';
import { ActivityFilter } from '../../ui/activity-filter.tsx';
import { Amount } from '../../ui/amount.tsx';
import { columnsOf } from '../../ui/data-table.tsx';
import { FilterMenu } from '../../ui/filter-menu.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { ListSearch } from '../../ui/list-search.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import { listClasses } from '../../ui/tab-line.tsx';
import { type Choice, ChooseBox, ChooseHead } from './choosing.tsx';
import classes from './management.module.css';
import { useBranches } from './management.queries.ts';
import type { ManagementSearchState } from './management.search.ts';
import { TerminalSquares } from './terminal-squares.tsx';

const column = columnsOf<BranchRow>();
const typingMs = 250;
const charsMax = 80;

/** Where it is, from the street to the region, which is left out where it is called as its city. */
export function placeText({ place }: Pick<BranchRow, 'place'>, t: TFunction, places: OfferedPlaces): string {
  const address = language === 'ar' ? place.addressAr || place.addressEn : place.addressEn || place.addressAr;
  const region = placeName(places, 'region', place.region);
  const isSaid = place.city !== '' && region.includes(place.city);
  return [address, place.district, place.city, isSaid ? '' : region].filter(Boolean).join(t('facts:comma'));
}

/** A number that opens its rows; none opens nothing. */
function Opens({ count, to, search }: { count: number; to: string; search: object }) {
  if (count === 0) return formatNumber(0);
  return (
    <Link to={to} search={search as never} onClick={(event) => event.stopPropagation()}>
      {formatNumber(count)}
    </Link>
  );
}

function connectedText({ total, connected, unpaired }: BranchRow['terminals'], t: TFunction): string {
  const said = t('management:branch.connected', {
    count: connected,
    total: formatNumber(total),
  });
  return unpaired === 0
    ? said
    : said + t('management:branch.unpaired', { count: unpaired, number: formatNumber(unpaired) });
}

const terminalsText = ({ terminals: { total } }: BranchRow, t: TFunction): string =>
  t('management:branch.terminals', { count: total, number: formatNumber(total) });

function Terminals({ branch, t }: { branch: BranchRow; t: TFunction }) {
  if (branch.terminals.total === 0) return t('management:branch.noTerminals');
  return (
    <span className={classes['terminals']}>
      <TerminalSquares of={branch.terminals} />
      <Link
        to={paths.terminals}
        search={{ branchId: [branch.id] } as never}
        onClick={(event) => event.stopPropagation()}
      >
        {connectedText(branch.terminals, t)}
      </Link>
    </span>
  );
}

export function MapLink({ branch, t }: { branch: BranchRow; t: TFunction }) {
  if (branch.place.mapUrl === null) return null;
  return (
    <a
      className={classes['map']}
      href={branch.place.mapUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={t('management:branch.mapOf', { name: nameIn(branch) })}
      onClick={(event) => event.stopPropagation()}
    >
      <IconMapPin size={16} stroke={1.6} aria-hidden="true" />
    </a>
  );
}

const columnsIn = (t: TFunction, choice: Choice, places: OfferedPlaces) => {
  const plain = (
    id: string,
    header: string | (() => ReactNode),
    cell: (branch: BranchRow) => ReactNode,
    meta?: object,
  ) => column.display({ id, header, cell: ({ row }) => cell(row.original), ...(meta && { meta }) });
  return column.columns([
    ...(choice.isOffered
      ? [
          plain(
            'choose',
            () => <ChooseHead t={t} />,
            (each) => <ChooseBox id={each.id} name={nameIn(each)} choice={choice} />,
            {
              widthPx: 36,
            },
          ),
        ]
      : []),
    plain('name', t('management:columns.name'), (each) => (
      <strong>
        <bdi>{nameIn(each)}</bdi>
      </strong>
    )),
    plain('code', t('management:columns.code'), (each) => <Identifier>{each.code}</Identifier>),
    plain('address', t('management:columns.address'), (each) => (
      <>
        <bdi>{placeText(each, t, places)}</bdi> <MapLink branch={each} t={t} />
      </>
    )),
    plain('terminals', t('management:columns.terminals'), (each) => <Terminals branch={each} t={t} />),
    plain(
      'cashiers',
      t('management:columns.cashiers'),
      (each) => (
        <Opens
          count={each.cashiers}
          to={paths.management}
          search={{ tab: 'people', branchId: [each.id], teamRole: ['cashier'], status: ['ACTIVE'] }}
        />
      ),
      { align: 'figure' },
    ),
    plain(
      'sales',
      t('management:columns.salesToday'),
      (each) => <Amount amountMinor={each.salesTodayMinor} />,
      { align: 'figure' },
    ),
    plain('status', t('management:columns.status'), (each) => <ActivityBadge activity={each.status} />),
  ]);
};

/** What all of them come to; said only where all of them are there. */
function Sums({ rows, isChoosing, t }: { rows: readonly BranchRow[]; isChoosing: boolean; t: TFunction }) {
  const sum = (of: (row: BranchRow) => number): number => rows.reduce((all, row) => all + of(row), 0);
  const terminals = {
    total: sum((row) => row.terminals.total),
    connected: sum((row) => row.terminals.connected),
    unpaired: sum((row) => row.terminals.unpaired),
  };
  return (
    <tr>
      {isChoosing && <td />}
      <th scope="row" colSpan={3}>
        {t('management:branch.total')}
      </th>
      <td>{connectedText(terminals, t)}</td>
      <td data-align="figure">{formatNumber(sum((row) => row.cashiers))}</td>
      <td data-align="figure">
        <Amount amountMinor={sum((row) => row.salesTodayMinor)} />
      </td>
      <td />
    </tr>
  );
}

interface TabProps {
  address: ManagementSearchState;
  choice: Choice;
}

export function BranchList({ address, choice }: TabProps) {
  const { t } = useTranslation(['management', 'branches', 'common']);
  const { state, change, go } = address;
  const { search, status, region } = state;
  const list = useBranches({ search, status, region });
  const places = useOfferedPlaces();
  const columns = useMemo(() => columnsIn(t, choice, places), [t, choice, places]);
  const onPhone = useIsPhone();
  const mayAdd = useMay(addBranch);
  const isFiltered = search !== undefined || status !== undefined || region !== undefined;
  const onOpen = (id: string): void => change({ open: id }, state.open !== undefined);
  return (
    <ListTable
      fill
      list={list}
      density="loose"
      onClear={isFiltered && (() => go({}))}
      empty={
        <EmptyState
          title={t('management:branch.none')}
          help={t('management:branch.noneHelp')}
          {...(mayAdd && {
            action: <Button onClick={() => change({ open: 'new' })}>{t('management:branch.add')}</Button>,
          })}
        />
      }
      label={t('management:tabs.branches')}
      columns={columns}
      rowId={(row) => row.id}
      selectedId={state.open ?? null}
      onOpen={(row) => onOpen(row.id)}
      sums={
        !list.hasMore && list.rows.length > 1 && <Sums rows={list.rows} isChoosing={choice.isOffered} t={t} />
      }
      small={
        onPhone && (
          <div className={listClasses['phone']}>
            <RowList
              label={t('management:tabs.branches')}
              onOpen={onOpen}
              rows={list.rows.map((row) => ({
                id: row.id,
                mark: <IconBuildingStore size={20} stroke={1.6} aria-hidden="true" />,
                title: <bdi>{nameIn(row)}</bdi>,
                detail: (
                  <>
                    <Identifier>{row.code}</Identifier>
                    {apart}
                    {terminalsText(row, t)}
                    {apart}
                    <bdi>{placeText(row, t, places)}</bdi>
                  </>
                ),
                figure: (
                  <>
                    <span className={classes['quiet']}>{t('common:range.today')}</span>{' '}
                    <Amount amountMinor={row.salesTodayMinor} />
                  </>
                ),
                status: <ActivityBadge activity={row.status} />,
                beside: row.place.mapUrl !== null && <MapLink branch={row} t={t} />,
              }))}
            />
          </div>
        )
      }
    />
  );
}

export function BranchFilters({ address: { state, change } }: { address: ManagementSearchState }) {
  const { regions } = useOfferedPlaces();
  const { t } = useTranslation(['management', 'branches']);
  return (
    <>
      <ListSearch
        className={listClasses['search']}
        label={t('management:branch.search')}
        placeholder={t('management:branch.searchShort')}
        charsMax={charsMax}
        restMs={typingMs}
        value={state.search ?? ''}
        onChange={(search) => change({ search }, true)}
      />
      <FilterMenu
        label={t('management:columns.region')}
        options={regions.map((region) => ({
          value: region.code,
          text: placeIn(region),
          label: placeIn(region),
        }))}
        selected={state.region ?? []}
        onChange={(region) => change({ region })}
      />
      <StatusFilter address={{ state, change }} />
    </>
  );
}

export function StatusFilter({
  address: { state, change },
}: {
  address: Pick<ManagementSearchState, 'state' | 'change'>;
}) {
  const { t } = useTranslation(['management', 'branches']);
  return (
    <ActivityFilter
      label={t('management:columns.status')}
      selected={state.status}
      onChange={(status) => change({ status })}
    />
  );
}
