import { Button } from '@mantine/core';
import { bankOf, saudiBanks } from '@mizan/contract/saudi-banks.ts';
import { exportVendors, type VendorRow, vendorLimits } from '@mizan/contract/vendors.ts';
import { IconAlertTriangle, IconPlus, IconTruckDelivery } from '@tabler/icons-react';
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
import { listClasses } from '../../ui/tab-line.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import { useModels, useVendors, useVendorTotals } from './vendors.queries.ts';
import { useVendorsSearch, type VendorsAddress } from './vendors.search.ts';

/** Loads with the first thing that opens beside the list. */
const Beside = lazyPart(() => import('./vendor-drawer.tsx'));
const typingMs = 250;
const dash = '—';

interface VendorsScreenProps {
  /** Who changed a vendor: the matter of another feature. */
  changesOf: (id: string) => ReactNode;
}

/** Vendors: who installs terminals, for which banks, which models and packages they support. */
export function VendorsScreen({ changesOf }: VendorsScreenProps) {
  const { t } = useTranslation(['vendors', 'shell']);
  const address = useVendorsSearch();
  const { state, change } = address;
  const { search, bank, modelId, status } = state;
  const totals = useVendorTotals();
  return (
    <Page
      fill
      named
      title={t('shell:menu.msps')}
      summary={
        totals &&
        t('vendors:summary', {
          vendors: formatNumber(totals.total),
          terminals: formatNumber(totals.terminals),
        })
      }
      actions={
        <>
          <SaveMenu
            onSave={(format) =>
              download(exportVendors, { query: { search, bank, modelId, status, format, lang: language } })
            }
          />
          <Button
            leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
            onClick={() => change({ open: 'new' })}
          >
            {t('vendors:add')}
          </Button>
        </>
      }
      filters={<Filters address={address} />}
      drawer={
        state.open !== undefined && (
          <Suspense fallback={<DrawerPlace />}>
            <Beside key={state.open} address={address} changesOf={changesOf} />
          </Suspense>
        )
      }
    >
      <VendorList address={address} />
    </Page>
  );
}

function Filters({ address: { state, change } }: { address: VendorsAddress }) {
  const { t } = useTranslation(['vendors', 'branches']);
  const models = useModels();
  return (
    <>
      <ListSearch
        className={listClasses['search']}
        label={t('vendors:search')}
        placeholder={t('vendors:searchShort')}
        charsMax={vendorLimits.search}
        restMs={typingMs}
        value={state.search ?? ''}
        onChange={(search) => change({ search }, true)}
      />
      <FilterMenu
        label={t('vendors:columns.banks')}
        options={saudiBanks.map((each) => ({
          value: each.code,
          text: each[language],
          label: each[language],
        }))}
        selected={state.bank ?? []}
        onChange={(bank) => change({ bank })}
      />
      <FilterMenu
        label={t('vendors:columns.models')}
        options={models.map(({ id, brand, name }) => ({
          value: id,
          text: `${brand} ${name}`,
          label: <bdi dir="ltr">{`${brand} ${name}`}</bdi>,
        }))}
        selected={state.modelId ?? []}
        onChange={(modelId) => change({ modelId })}
      />
      <ActivityFilter
        label={t('vendors:columns.status')}
        selected={state.status}
        onChange={(status) => change({ status })}
      />
    </>
  );
}

const column = columnsOf<VendorRow>();

export function Misfits({ count, t }: { count: number; t: TFunction }) {
  if (count === 0) return dash;
  return (
    <ToneBadge tone="wait" icon={<IconAlertTriangle size={14} stroke={1.8} aria-hidden="true" />}>
      {t('vendors:misfits', { count, number: formatNumber(count) })}
    </ToneBadge>
  );
}

function columnsIn(t: TFunction) {
  const plain = (id: string, header: string, cell: (vendor: VendorRow) => ReactNode, meta?: object) =>
    column.display({ id, header, cell: ({ row }) => cell(row.original), ...(meta && { meta }) });
  return column.columns([
    plain('name', t('vendors:columns.vendor'), (each) => (
      <strong>
        <bdi>{nameIn(each)}</bdi>
      </strong>
    )),
    plain('contact', t('vendors:columns.contact'), (each) => (
      <span className={listClasses['two']}>
        {(each.contactName || !each.contactMobile) && (
          <bdi>{each.contactName || each.contactEmail || dash}</bdi>
        )}
        {each.contactMobile && <Identifier>{each.contactMobile}</Identifier>}
      </span>
    )),
    plain('banks', t('vendors:columns.banks'), (each) => (
      <span className={listClasses['wraps']}>{listed(t, each.banks.map(bankName))}</span>
    )),
    plain('models', t('vendors:columns.models'), (each) => (
      <bdi dir="ltr">
        {listed(
          t,
          each.models.map(({ name }) => name),
        )}
      </bdi>
    )),
    plain('package', t('vendors:columns.package'), ({ packages }) => {
      const newest = packages.toSorted().at(-1);
      return newest === undefined ? dash : <Identifier>{newest}</Identifier>;
    }),
    plain('terminals', t('vendors:columns.terminals'), (each) => formatNumber(each.terminals), {
      align: 'figure',
    }),
    plain('misfits', t('vendors:columns.misfits'), (each) => <Misfits count={each.misfits} t={t} />),
    plain('status', t('vendors:columns.status'), (each) => <ActivityBadge activity={each.status} />),
  ]);
}

const bankName = (code: string): string => bankOf(code)?.[language] ?? code;
const namedMax = 3;
/** The first few; the drawer has all of them. */
function listed(t: TFunction, names: readonly string[]): string {
  if (names.length === 0) return dash;
  const more = names.length - namedMax;
  return names.slice(0, namedMax).join(t('vendors:comma')) + (more > 0 ? ` +${formatNumber(more)}` : '');
}

function VendorList({ address: { state, change, go } }: { address: VendorsAddress }) {
  const { t } = useTranslation(['vendors', 'branches', 'shell', 'units']);
  const { search, bank, modelId, status } = state;
  const list = useVendors({ search, bank, modelId, status });
  const columns = useMemo(() => columnsIn(t), [t]);
  const onPhone = useIsPhone();
  const isFiltered = [search, bank, modelId, status].some((each) => each !== undefined);
  const onOpen = (id: string): void => change({ open: id }, state.open !== undefined);
  return (
    <ListTable
      fill
      list={list}
      density="loose"
      onClear={isFiltered && (() => go({}))}
      empty={<EmptyState title={t('vendors:none')} help={t('vendors:noneHelp')} />}
      label={t('shell:menu.msps')}
      columns={columns}
      rowId={(row) => row.id}
      selectedId={state.open ?? null}
      onOpen={(row) => onOpen(row.id)}
      small={
        onPhone && (
          <div className={listClasses['phone']}>
            <RowList
              label={t('shell:menu.msps')}
              onOpen={onOpen}
              rows={list.rows.map((row) => ({
                id: row.id,
                mark: <IconTruckDelivery size={20} stroke={1.6} aria-hidden="true" />,
                title: <bdi>{nameIn(row)}</bdi>,
                detail: <bdi>{row.contactName || listed(t, row.banks.map(bankName))}</bdi>,
                figure: t('units:terminal', { count: row.terminals }),
                inWords: true,
                status:
                  row.misfits > 0 ? (
                    <Misfits count={row.misfits} t={t} />
                  ) : (
                    <ActivityBadge activity={row.status} />
                  ),
              }))}
            />
          </div>
        )
      }
    />
  );
}
