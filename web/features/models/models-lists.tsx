import type { Activity } from '@mizan/contract/activity.ts';
import { type BrandRow, getModelPicture, type ModelRow, modelLimits } from '@mizan/contract/models.ts';
import { IconDeviceTablet } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { usePicture } from '../../platform/picture.ts';
import { ActivityBadge } from '../../ui/activity-badge.tsx';
import { ActivityFilter } from '../../ui/activity-filter.tsx';
import { columnsOf } from '../../ui/data-table.tsx';
import { FilterMenu } from '../../ui/filter-menu.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { ListSearch } from '../../ui/list-search.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import { listClasses } from '../../ui/tab-line.tsx';
import classes from './models.module.css';
import { useBrands, useEveryBrand, useModels } from './models.queries.ts';
import type { ModelsAddress } from './models.search.ts';
import { Reports } from './reports.tsx';

const typingMs = 250;
const dash = '—';

interface ListProps {
  address: ModelsAddress;
}

export function ModelFilters({ address: { state, change } }: ListProps) {
  const { t } = useTranslation(['models', 'branches']);
  const brands = useEveryBrand();
  const { tab = 'packages' } = state;
  return (
    <>
      <ListSearch
        className={listClasses['search']}
        label={t('models:search')}
        placeholder={t('models:searchShort')}
        charsMax={modelLimits.search}
        restMs={typingMs}
        value={state.search ?? ''}
        onChange={(search) => change({ search }, true)}
      />
      {tab === 'models' && (
        <FilterMenu
          label={t('models:columns.brand')}
          options={brands.map(({ id, name }) => ({ value: id, text: name, label: <bdi>{name}</bdi> }))}
          selected={state.brandId ?? []}
          onChange={(brandId) => change({ brandId })}
        />
      )}
      {tab !== 'packages' && (
        <ActivityFilter
          label={t('models:columns.status')}
          selected={state.status}
          onChange={(status) => change({ status })}
        />
      )}
    </>
  );
}

/** What it looks like, beside the name; the same room where there is no picture. */
function Thumb({ model: { id, pictureVersion } }: { model: Pick<ModelRow, 'id' | 'pictureVersion'> }) {
  const { address } = usePicture(
    getModelPicture,
    pictureVersion === null ? null : { id, version: pictureVersion },
  );
  return (
    <span className={classes['thumb']}>
      {address === null ? (
        <IconDeviceTablet size={20} stroke={1.6} aria-hidden="true" />
      ) : (
        <img src={address} alt="" data-thumb={id} />
      )}
    </span>
  );
}

const modelColumn = columnsOf<ModelRow>();
function modelColumns(t: TFunction) {
  const plain = (id: string, header: string, cell: (model: ModelRow) => ReactNode, meta?: object) =>
    modelColumn.display({ id, header, cell: ({ row }) => cell(row.original), ...(meta && { meta }) });
  return modelColumn.columns([
    plain('model', t('models:columns.model'), (each) => (
      <span className={classes['model']}>
        <Thumb model={each} />
        <strong>
          <bdi dir="ltr">{each.name}</bdi>
        </strong>
      </span>
    )),
    plain('brand', t('models:columns.brand'), (each) => <bdi dir="ltr">{each.brand}</bdi>),
    plain('reports', t('models:columns.reports'), (each) => <Reports of={each.reports} />),
    plain('fits', t('models:columns.fits'), (each) =>
      each.fits.length === 0 ? dash : <Identifier>{each.fits.join(' ')}</Identifier>,
    ),
    plain('terminals', t('models:columns.terminals'), (each) => formatNumber(each.terminals), {
      align: 'figure',
    }),
    plain('status', t('models:columns.status'), (each) => <ActivityBadge activity={each.status} />),
  ]);
}

const brandColumn = columnsOf<BrandRow>();
function brandColumns(t: TFunction) {
  const plain = (id: string, header: string, cell: (brand: BrandRow) => ReactNode, meta?: object) =>
    brandColumn.display({ id, header, cell: ({ row }) => cell(row.original), ...(meta && { meta }) });
  const figure = { align: 'figure' };
  return brandColumn.columns([
    plain('brand', t('models:columns.brand'), (each) => (
      <strong>
        <bdi dir="ltr">{each.name}</bdi>
      </strong>
    )),
    plain('manufacturer', t('models:columns.manufacturer'), (each) => (
      <bdi dir="ltr">{each.manufacturer}</bdi>
    )),
    plain('models', t('models:columns.models'), (each) => formatNumber(each.models), figure),
    plain('terminals', t('models:columns.terminals'), (each) => formatNumber(each.terminals), figure),
    plain('status', t('models:columns.status'), (each) => <ActivityBadge activity={each.status} />),
  ]);
}

interface Shown {
  id: string;
  title: string;
  detail: string;
  terminals: number;
  status: Activity;
  mark?: ReactNode;
}
function Phone({ label, rows, onOpen }: { label: string; rows: Shown[]; onOpen: (id: string) => void }) {
  const { t } = useTranslation('units');
  return (
    <div className={listClasses['phone']}>
      <RowList
        label={label}
        onOpen={onOpen}
        rows={rows.map((row) => ({
          id: row.id,
          mark: row.mark ?? <IconDeviceTablet size={20} stroke={1.6} aria-hidden="true" />,
          title: <bdi dir="ltr">{row.title}</bdi>,
          detail: <bdi dir="ltr">{row.detail}</bdi>,
          figure: t('units:terminal', { count: row.terminals }),
          inWords: true,
          status: <ActivityBadge activity={row.status} />,
        }))}
      />
    </div>
  );
}

export function ModelList({ address: { state, change, go } }: ListProps) {
  const { t } = useTranslation(['models', 'branches']);
  const { search, brandId, status } = state;
  const list = useModels({ search, brandId, status });
  const columns = useMemo(() => modelColumns(t), [t]);
  const onPhone = useIsPhone();
  const isFiltered = [search, brandId, status].some((each) => each !== undefined);
  const onOpen = (id: string): void => change({ open: id }, state.open !== undefined);
  const label = t('models:tabs.models');
  const shown = (row: ModelRow): Shown => ({
    ...row,
    title: row.name,
    detail: row.brand,
    mark: <Thumb model={row} />,
  });
  return (
    <ListTable
      fill
      list={list}
      onClear={isFiltered && (() => go({ tab: 'models' }))}
      empty={<EmptyState title={t('models:none')} help={t('models:noneHelp')} />}
      label={label}
      columns={columns}
      rowId={(row) => row.id}
      selectedId={state.open ?? null}
      onOpen={(row) => onOpen(row.id)}
      small={onPhone && <Phone label={label} rows={list.rows.map(shown)} onOpen={onOpen} />}
    />
  );
}

export function BrandList({ address: { state, change, go } }: ListProps) {
  const { t } = useTranslation(['models', 'branches']);
  const { search, status } = state;
  const list = useBrands({ search, status });
  const columns = useMemo(() => brandColumns(t), [t]);
  const onPhone = useIsPhone();
  const isFiltered = search !== undefined || status !== undefined;
  const onOpen = (id: string): void => change({ open: id }, state.open !== undefined);
  const label = t('models:tabs.brands');
  const shown = (row: BrandRow): Shown => ({ ...row, title: row.name, detail: row.manufacturer });
  return (
    <ListTable
      fill
      list={list}
      onClear={isFiltered && (() => go({ tab: 'brands' }))}
      empty={<EmptyState title={t('models:none')} help={t('models:noneHelp')} />}
      label={label}
      columns={columns}
      rowId={(row) => row.id}
      selectedId={state.open ?? null}
      onOpen={(row) => onOpen(row.id)}
      small={onPhone && <Phone label={label} rows={list.rows.map(shown)} onOpen={onOpen} />}
    />
  );
}
