import {
  exportMerchants,
  type MerchantRow,
  merchantSearchMax,
  merchantStatuses,
} from '@mizan/contract/merchants.ts';
import { applicationStates } from '@mizan/contract/onboarding.ts';
import type { TFunction } from 'i18next';
import { type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../platform/api-client.ts';
import { formatDateTime } from '../../platform/formats.ts';
import { withTexts } from '../../platform/i18n.ts';
import { language } from '../../platform/language.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { columnsOf } from '../../ui/data-table.tsx';
import { DrawerPlace } from '../../ui/drawer-place.tsx';
import { FilterMenu } from '../../ui/filter-menu.tsx';
import { FilterSegments } from '../../ui/filter-segments.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { ListSearch } from '../../ui/list-search.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Page } from '../../ui/page.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { SaveMenu } from '../../ui/save-menu.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import { ApplicationBadge, applicationKey, MerchantBadge } from './merchant-badges.tsx';
import classes from './merchants.module.css';
import { useMerchants } from './merchants.queries.ts';
import { useMerchantSearch } from './merchants.search.ts';

/** How long a hand rests before the list is asked. */
const typingMs = 250;
/** A detail loads with the first one that is opened; the list alone stays light. */
const MerchantDrawer = lazyPart(() => withTexts(import('./merchant-drawer.tsx'), 'management'));

/** Merchants and applications for administrators: who waits for a decision, and who was let in. */
export function MerchantsScreen({ changesOf }: { changesOf: (id: string) => ReactNode }) {
  const { t } = useTranslation(['merchants', 'onboarding', 'shell']);
  const { state, change, changeIfStill } = useMerchantSearch();
  const { status, application, search, open } = state;
  const list = useMerchants({ status, application, search });
  const isFiltered = status !== undefined || application !== undefined || search !== undefined;
  const columns = useMemo(() => merchantColumns(t), [t]);
  const onPhone = useIsPhone();
  const onOpen = (id: string) => change({ open: id });
  const onClose = () => changeIfStill({ open: undefined });
  return (
    <Page
      named
      fill={!onPhone}
      title={t('shell:menu.merchants')}
      actions={
        <SaveMenu
          onSave={(format) =>
            download(exportMerchants, { query: { status, application, search, format, lang: language } })
          }
        />
      }
      filters={<MerchantFilters state={state} change={change} />}
      drawer={
        open && (
          <Suspense fallback={<DrawerPlace />}>
            <MerchantDrawer key={open} id={open} onClose={onClose} changesOf={changesOf} />
          </Suspense>
        )
      }
    >
      <ListTable
        fill
        list={list}
        onClear={
          isFiltered && (() => change({ status: undefined, application: undefined, search: undefined }))
        }
        empty={<EmptyState title={t('merchants:empty')} help={t('merchants:emptyHelp')} />}
        label={t('shell:menu.merchants')}
        columns={columns}
        rowId={(row) => row.id}
        selectedId={open ?? null}
        onOpen={(row) => onOpen(row.id)}
        small={onPhone && <MerchantsPhone rows={list.rows} onOpen={onOpen} />}
      />
    </Page>
  );
}

function MerchantFilters({ state, change }: Pick<ReturnType<typeof useMerchantSearch>, 'state' | 'change'>) {
  const { t } = useTranslation(['merchants', 'onboarding']);
  return (
    <>
      <ListSearch
        className={classes['find']}
        label={t('merchants:search')}
        placeholder={t('merchants:searchShort')}
        charsMax={merchantSearchMax}
        restMs={typingMs}
        value={state.search ?? ''}
        onChange={(search) => change({ search: search === '' ? undefined : search }, true)}
      />
      <FilterSegments
        label={t('merchants:columns.status')}
        allLabel={t('merchants:filterAll')}
        options={merchantStatuses.map((each) => [each, t(`merchants:status.${each}`)])}
        value={state.status}
        onChange={(status) => change({ status })}
      />
      <FilterMenu
        label={t('merchants:columns.application')}
        options={applicationStates.map((value) => {
          const text = t(applicationKey(value));
          return { value, text, label: text };
        })}
        selected={state.application ? [state.application] : []}
        onChange={(chosen) =>
          change({ application: applicationStates.find((each) => each === chosen.at(-1)) })
        }
      />
    </>
  );
}

const nameOf = (row: MerchantRow): string => (language === 'en' ? row.nameEn : row.nameAr);
const column = columnsOf<MerchantRow>();

function merchantColumns(t: TFunction) {
  const plain = (id: string, header: string, cell: (merchant: MerchantRow) => React.ReactNode) =>
    column.display({ id, header, cell: ({ row }) => cell(row.original) });
  return column.columns([
    plain('name', t('merchants:columns.name'), (each) => (
      <strong>
        <bdi>{nameOf(each)}</bdi>
      </strong>
    )),
    plain('status', t('merchants:columns.status'), (each) => <MerchantBadge status={each.status} />),
    plain('application', t('merchants:columns.application'), (each) =>
      each.application === null ? '—' : <ApplicationBadge state={each.application} />,
    ),
    plain('cr', t('onboarding:fields.cr'), (each) =>
      each.cr === null ? '—' : <Identifier>{each.cr}</Identifier>,
    ),
    plain('created', t('merchants:columns.created'), (each) => formatDateTime(each.createdAt)),
  ]);
}

function MerchantsPhone({ rows, onOpen }: { rows: MerchantRow[]; onOpen: (id: string) => void }) {
  const { t } = useTranslation('shell');
  return (
    <RowList
      label={t('shell:menu.merchants')}
      onOpen={onOpen}
      rows={rows.map((row) => ({
        id: row.id,
        title: <bdi>{nameOf(row)}</bdi>,
        detail: formatDateTime(row.createdAt),
        figure: row.cr === null ? '—' : <Identifier>{row.cr}</Identifier>,
        status: <MerchantBadge status={row.status} />,
      }))}
    />
  );
}
