import { Button } from '@mantine/core';
import { exportPlaces, type PlaceRow, placeKinds, placeNameMax } from '@mizan/contract/districts.ts';
import { IconMapPin, IconPlus, IconUpload } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../platform/api-client.ts';
import { formatNumber } from '../../platform/formats.ts';
import { language, nameIn } from '../../platform/language.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { ActivityBadge } from '../../ui/activity-badge.tsx';
import { ActivityFilter } from '../../ui/activity-filter.tsx';
import { columnsOf } from '../../ui/data-table.tsx';
import { DrawerPlace } from '../../ui/drawer-place.tsx';
import { FilterMenu } from '../../ui/filter-menu.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { ListSearch } from '../../ui/list-search.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Page } from '../../ui/page.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { SaveMenu } from '../../ui/save-menu.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import { listClasses, TabLine } from '../../ui/tab-line.tsx';
import { usePlaceCounts, usePlaces, usePlacesAbove } from './districts.queries.ts';
import { type DistrictsAddress, useDistrictsSearch } from './districts.search.ts';

/** Loads with the first thing that opens beside the list. */
const Beside = lazyPart(() => import('./place-drawer.tsx'));
const typingMs = 250;

interface DistrictsScreenProps {
  /** Who changed a place: the matter of another feature. */
  changesOf: (id: string) => ReactNode;
}

/** Regions, cities and districts as forms offer them. */
export function DistrictsScreen({ changesOf }: DistrictsScreenProps) {
  const { t } = useTranslation(['districts', 'shell']);
  const address = useDistrictsSearch();
  const { state, change, go } = address;
  const { kind = 'DISTRICT', search, region, status } = state;
  const counts = usePlaceCounts();
  const asked = { kind, search, region, status };
  return (
    <Page
      fill
      named
      title={t('shell:menu.districts')}
      actions={
        <>
          <SaveMenu
            onSave={(format) => download(exportPlaces, { query: { ...asked, format, lang: language } })}
          />
          <Button
            variant="default"
            leftSection={<IconUpload size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => change({ open: 'import' })}
          >
            {t('districts:import.open')}
          </Button>
          {kind !== 'REGION' && (
            <Button
              leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
              onClick={() => change({ open: 'new' })}
            >
              {t(`districts:add.${kind}`)}
            </Button>
          )}
        </>
      }
      filters={
        <TabLine
          label={t('districts:tabs.label')}
          chosen={kind}
          tabs={placeKinds
            .toReversed()
            .map((each) => [each, t(`districts:kind.${each}`), counts && formatNumber(counts[each])])}
          onChange={(next) => go(next === 'DISTRICT' ? {} : { kind: next })}
        >
          <Filters address={address} />
        </TabLine>
      }
      drawer={
        state.open !== undefined && (
          <Suspense fallback={<DrawerPlace />}>
            <Beside key={state.open} address={address} changesOf={changesOf} />
          </Suspense>
        )
      }
    >
      <PlaceList address={address} />
    </Page>
  );
}

function Filters({ address: { state, change } }: { address: DistrictsAddress }) {
  const { t } = useTranslation(['districts', 'branches']);
  const regions = usePlacesAbove('REGION', '').data?.rows ?? [];
  return (
    <>
      <ListSearch
        className={listClasses['search']}
        label={t('districts:search')}
        placeholder={t('districts:searchShort')}
        charsMax={placeNameMax}
        restMs={typingMs}
        value={state.search ?? ''}
        onChange={(search) => change({ search }, true)}
      />
      {state.kind !== 'REGION' && (
        <FilterMenu
          label={t('districts:columns.region')}
          options={regions.map((each) => ({
            value: each.regionCode,
            text: nameIn(each),
            label: nameIn(each),
          }))}
          selected={state.region ?? []}
          onChange={(region) => change({ region })}
        />
      )}
      <ActivityFilter
        label={t('districts:columns.status')}
        selected={state.status}
        onChange={(status) => change({ status })}
      />
    </>
  );
}

const column = columnsOf<PlaceRow>();

function columnsIn(t: TFunction, kind: PlaceRow['kind']) {
  const plain = (id: string, header: string, cell: (place: PlaceRow) => ReactNode) =>
    column.display({ id, header, cell: ({ row }) => cell(row.original) });
  const [first, second] = language === 'ar' ? (['Ar', 'En'] as const) : (['En', 'Ar'] as const);
  const named = (of: 'En' | 'Ar') => (each: PlaceRow) => (
    <bdi lang={of.toLowerCase()}>{of === 'En' ? each.nameEn : each.nameAr}</bdi>
  );
  const inLanguage = (en: string | null, ar: string | null) => <bdi>{language === 'ar' ? ar : en}</bdi>;
  return column.columns([
    plain('name', t(`districts:columns.name${first}`), (each) => <strong>{named(first)(each)}</strong>),
    plain('other', t(`districts:columns.name${second}`), named(second)),
    ...(kind === 'DISTRICT'
      ? [plain('city', t('districts:columns.city'), (each) => inLanguage(each.parentEn, each.parentAr))]
      : []),
    ...(kind === 'REGION'
      ? [plain('code', t('districts:columns.code'), (each) => <Identifier>{each.regionCode}</Identifier>)]
      : [plain('region', t('districts:columns.region'), (each) => inLanguage(each.regionEn, each.regionAr))]),
    plain('status', t('districts:columns.status'), (each) => <ActivityBadge activity={each.status} />),
  ]);
}

function PlaceList({ address: { state, change, go } }: { address: DistrictsAddress }) {
  const { t } = useTranslation(['districts', 'branches']);
  const { kind = 'DISTRICT', search, region, status } = state;
  const list = usePlaces({ kind, search, region, status });
  const columns = useMemo(() => columnsIn(t, kind), [t, kind]);
  const onPhone = useIsPhone();
  const isFiltered = search !== undefined || region !== undefined || status !== undefined;
  const label = t(`districts:kind.${kind}`);
  const onOpen = (id: string): void => change({ open: id }, state.open !== undefined);
  return (
    <ListTable
      fill
      list={list}
      onClear={isFiltered && (() => go(state.kind ? { kind: state.kind } : {}))}
      empty={<EmptyState title={t('districts:none')} help={t('districts:noneHelp')} />}
      label={label}
      columns={columns}
      rowId={(row) => row.id}
      selectedId={state.open ?? null}
      onOpen={(row) => onOpen(row.id)}
      small={
        onPhone && (
          <div className={listClasses['phone']}>
            <RowList
              label={label}
              onOpen={onOpen}
              rows={list.rows.map((row) => ({
                id: row.id,
                mark: <IconMapPin size={20} stroke={1.6} aria-hidden="true" />,
                title: <bdi>{nameIn(row)}</bdi>,
                detail: (
                  <bdi>{language === 'ar' ? (row.parentAr ?? row.nameEn) : (row.parentEn ?? row.nameAr)}</bdi>
                ),
                figure: row.code === null ? null : <Identifier>{row.code}</Identifier>,
                status: <ActivityBadge activity={row.status} />,
              }))}
            />
          </div>
        )
      }
    />
  );
}
