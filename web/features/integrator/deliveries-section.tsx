import type { WebhookFact } from '@mizan/contract/facts.ts';
import type { countMissing, WebhookDelivery } from '@mizan/contract/integrator-webhooks.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { webhookFacts } from '@mizan/contract/webhook-facts.ts';
import { IconCheck, IconClock, IconPlugConnectedX, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { useToday } from '../../platform/today.ts';
import { columnsOf } from '../../ui/data-table.tsx';
import { FilterMenu } from '../../ui/filter-menu.tsx';
import { FilterSegments } from '../../ui/filter-segments.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import classes from './integrations.module.css';
import { useDeliveries, useMissing } from './integrations.queries.ts';
import type { IntegrationsState } from './integrations.search.ts';
import { aboutText, durationText, whenText } from './integrations.words.ts';

const column = columnsOf<WebhookDelivery>();

/** What came back: a status, that nothing did, or that it was not tried yet. */
export function Answer({ status, isTried }: { status: number | null; isTried: boolean }) {
  const { t } = useTranslation('integrations');
  const sized = { size: 14, stroke: 2, 'aria-hidden': true } as const;
  if (!isTried) {
    return (
      <ToneBadge tone="neutral" icon={<IconClock {...sized} />}>
        {t('integrations:deliveries.notTried')}
      </ToneBadge>
    );
  }
  if (status === null) {
    return (
      <ToneBadge tone="offline" icon={<IconPlugConnectedX {...sized} />}>
        {t('integrations:deliveries.noAnswer')}
      </ToneBadge>
    );
  }
  const isTaken = status >= 200 && status < 300;
  return (
    <ToneBadge
      quiet={isTaken}
      tone={isTaken ? 'ok' : 'danger'}
      icon={isTaken ? <IconCheck {...sized} /> : <IconX {...sized} />}
    >
      <Identifier>{String(status)}</Identifier>
    </ToneBadge>
  );
}

const answerOf = ({ lastStatus, attemptCount }: WebhookDelivery) => (
  <Answer status={lastStatus} isTried={attemptCount > 0} />
);
const tookOf = ({ state, lastDurationMs }: WebhookDelivery): string =>
  state === 'DELIVERED' && lastDurationMs !== null ? durationText(lastDurationMs) : '—';
const aboutOf = (delivery: WebhookDelivery) => {
  const about = aboutText(delivery);
  return about === null ? '—' : <Identifier>{about}</Identifier>;
};

const columnsIn = (t: TFunction, today: string) =>
  column.columns([
    column.display({
      id: 'time',
      header: t('integrations:columns.time'),
      cell: ({ row }) => whenText(row.original.createdAt, today),
    }),
    column.display({
      id: 'event',
      header: t('integrations:columns.event'),
      cell: ({ row }) => <strong>{t(`integrations:fact.${row.original.fact}`)}</strong>,
    }),
    column.display({
      id: 'about',
      header: t('integrations:columns.about'),
      cell: ({ row }) => aboutOf(row.original),
    }),
    column.display({
      id: 'answer',
      header: t('integrations:columns.answer'),
      cell: ({ row }) => answerOf(row.original),
    }),
    column.display({
      id: 'attempts',
      header: t('integrations:columns.attempts'),
      cell: ({ row }) => formatNumber(row.original.attemptCount),
      meta: { align: 'figure' },
    }),
    column.display({
      id: 'took',
      header: t('integrations:columns.took'),
      cell: ({ row }) => tookOf(row.original),
      meta: { align: 'figure' },
    }),
  ]);

const eventOptions = (t: TFunction) =>
  webhookFacts.map((value) => {
    const text = t(`integrations:fact.${value}`);
    return { value, text, label: text };
  });

/** 'Not delivered 3'; the words alone while it is not known, and where there are none. */
function missingText(missing: RouteOutput<typeof countMissing> | undefined, t: TFunction): string {
  if (missing === undefined || missing.count === 0) return t('integrations:deliveries.missing');
  const number = formatNumber(missing.count);
  return t(missing.isMore ? 'integrations:deliveries.missingMore' : 'integrations:deliveries.missingCount', {
    number,
  });
}

/** What was sent to every address, newest first; one of them opens beside. */
export function DeliveriesSection({ address: { state, change } }: { address: IntegrationsState }) {
  const { t } = useTranslation('integrations');
  const { fact, only, addressId, open } = state;
  const list = useDeliveries({ fact, only, addressId });
  const missing = useMissing({ fact, addressId }).data;
  const today = useToday();
  const columns = useMemo(() => columnsIn(t, today), [t, today]);
  const onPhone = useIsPhone();
  // An address that is open beside is no filter that anybody set.
  const isFiltered = fact !== undefined || only !== undefined;
  const onOpen = (id: string): void => change({ open: id }, open !== undefined);
  return (
    <section>
      <div className={classes['head']}>
        <div>
          <h2>{t('integrations:deliveries.title')}</h2>
          <p className={classes['quiet']}>{t('integrations:deliveries.help')}</p>
        </div>
        <div className={classes['filters']}>
          <FilterMenu
            label={t('integrations:columns.event')}
            options={eventOptions(t)}
            selected={fact ?? []}
            onChange={(chosen) => change({ fact: chosen as WebhookFact[] })}
          />
          <FilterSegments
            label={t('integrations:columns.answer')}
            allLabel={t('integrations:deliveries.all')}
            options={[['missing' as const, missingText(missing, t)]]}
            value={only}
            onChange={(chosen) => change({ only: chosen })}
          />
        </div>
      </div>
      <ListTable
        list={list}
        onClear={isFiltered && (() => change({ fact: undefined, only: undefined }))}
        empty={
          <EmptyState
            title={t('integrations:deliveries.none')}
            help={t('integrations:deliveries.noneHelp')}
          />
        }
        label={t('integrations:deliveries.title')}
        columns={columns}
        rowId={({ id }) => id}
        selectedId={open ?? null}
        onOpen={({ id }) => onOpen(id)}
        small={
          onPhone && (
            <RowList
              label={t('integrations:deliveries.title')}
              onOpen={onOpen}
              rows={list.rows.map((row) => ({
                id: row.id,
                title: t(`integrations:fact.${row.fact}`),
                detail: (
                  <>
                    {whenText(row.createdAt, today)} {aboutOf(row)}
                  </>
                ),
                figure: tookOf(row),
                status: answerOf(row),
              }))}
            />
          )
        }
      />
    </section>
  );
}
