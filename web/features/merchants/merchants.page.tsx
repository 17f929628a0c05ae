import { Button, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type MerchantRow, type MerchantStatus, merchantStatuses } from '@mizan/contract/merchants.ts';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { columnsOf, DataTable } from '../../ui/data-table.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Page } from '../../ui/page.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { ApplicationBadge, MerchantBadge } from './merchant-badges.tsx';
import classes from './merchants.module.css';
import { useMerchants } from './merchants.queries.ts';
import { useMerchantSearch } from './merchants.search.ts';

/** A detail loads with the first one that is opened; the list alone stays light. */
const MerchantDrawer = lazy(() => import('./merchant-drawer.tsx'));

const phone = '(max-width: 48em)';
const all = 'ALL';

/** Merchants and applications for administrators: who waits for a decision, and who was let in. */
export function MerchantsPage() {
  const { t } = useTranslation(['merchants', 'shell']);
  const { status, open, go } = useMerchantSearch();
  const query = useMerchants(status);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const onPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false }) ?? false;
  return (
    <Page
      named
      fill={!onPhone}
      title={t('shell:menu.merchants')}
      filters={
        <SegmentedControl
          aria-label={t('merchants:columns.status')}
          value={status ?? all}
          onChange={(value) => go({ status: value === all ? undefined : (value as MerchantStatus) })}
          data={[
            { value: all, label: t('merchants:filterAll') },
            ...merchantStatuses.map((each) => ({ value: each, label: t(`merchants:status.${each}`) })),
          ]}
        />
      }
      drawer={
        open && (
          <Suspense fallback={<ComingDrawer onClose={() => go({ open: undefined })} />}>
            <MerchantDrawer key={open} id={open} onClose={() => go({ open: undefined })} />
          </Suspense>
        )
      }
    >
      {query.isPending && <LoadingState rows={8} />}
      {query.isError && !query.data && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && (
        <MerchantList
          rows={rows}
          onPhone={onPhone}
          selectedId={open ?? null}
          onOpen={(id) => go({ open: id })}
          onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        />
      )}
    </Page>
  );
}

/** In the drawer's place until it has loaded, so that the list does not give way when it comes. */
function ComingDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <DockedDrawer title={t('shell:menu.merchants')} onClose={onClose}>
      <LoadingState rows={12} />
    </DockedDrawer>
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

interface MerchantListProps {
  rows: MerchantRow[];
  onPhone: boolean;
  selectedId: string | null;
  onOpen: (id: string) => void;
  onMore: (() => void) | undefined;
}

function MerchantList({ rows, onPhone, selectedId, onOpen, onMore }: MerchantListProps) {
  const { t } = useTranslation(['merchants', 'onboarding', 'shell']);
  const columns = useMemo(() => merchantColumns(t), [t]);
  if (rows.length === 0) return <EmptyState title={t('merchants:empty')} help={t('merchants:emptyHelp')} />;
  const more = onMore && (
    <div className={classes['more']}>
      <Button variant="default" onClick={onMore}>
        {t('merchants:loadMore')}
      </Button>
    </div>
  );
  if (!onPhone) {
    return (
      <DataTable
        fill
        label={t('shell:menu.merchants')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        selectedId={selectedId}
        onOpen={(row) => onOpen(row.id)}
        footer={more}
      />
    );
  }
  return (
    <>
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
      {more}
    </>
  );
}
