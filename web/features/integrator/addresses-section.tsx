import { Button } from '@mantine/core';
import type { WebhookAddress } from '@mizan/contract/integrator-webhooks.ts';
import { IconCheck, IconRefresh } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { TestBadge } from '../../ui/test-badge.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import classes from './integrations.module.css';
import { useAddresses } from './integrations.queries.ts';
import type { IntegrationsState } from './integrations.search.ts';
import { durationText, eventsText } from './integrations.words.ts';
import { Part } from './part.tsx';
import { type Columns, Records } from './records.tsx';

const AddressDialog = lazyPart(() => import('./address-dialog.tsx'));
/** What waits longer than the first try again takes stands out. */
const lateMs = 60_000;

/** Where webhooks go: of what, how much of a day arrived, and how far behind it is. */
export function AddressesSection({ address }: { address: IntegrationsState }) {
  const { t } = useTranslation('integrations');
  const [adding, setAdding] = useState(false);
  return (
    <Part
      title={t('integrations:webhooks.title')}
      help={t('integrations:webhooks.help')}
      addLabel={t('integrations:webhooks.add')}
      onAdd={() => setAdding(true)}
    >
      <Loaded of={useAddresses()} rows={2}>
        {({ rows, isSwitchedOff }) => (
          <>
            {isSwitchedOff && (
              <p role="status" className={classes['off']}>
                {t('integrations:webhooks.isOff')}
              </p>
            )}
            {rows.length === 0 ? (
              <p className={classes['none']}>{t('integrations:webhooks.none')}</p>
            ) : (
              <AddressRecords rows={rows} address={address} />
            )}
          </>
        )}
      </Loaded>
      {adding && (
        <Suspense fallback={null}>
          <AddressDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Part>
  );
}

const addressColumns = (t: TFunction): Columns<WebhookAddress> => [
  {
    id: 'url',
    header: t('integrations:columns.address'),
    cell: ({ url, isTest }) => (
      <span className={classes['url']}>
        <Identifier>{url}</Identifier> {isTest && <TestBadge />}
      </span>
    ),
  },
  {
    id: 'events',
    header: t('integrations:columns.events'),
    cell: ({ facts }) => <span className={classes['events']}>{eventsText(facts, t)}</span>,
  },
  {
    id: 'delivered',
    header: t('integrations:columns.delivered24h'),
    align: 'figure',
    cell: ({ delivered24h, written24h }) =>
      t('common:words.ofTotal', { part: formatNumber(delivered24h), total: formatNumber(written24h) }),
  },
  {
    id: 'lag',
    header: t('integrations:columns.lag'),
    align: 'figure',
    cell: (row) => <Lag of={row} />,
  },
  { id: 'status', header: t('common:words.status'), cell: (row) => <Waiting of={row} /> },
];

function AddressRecords({ rows, address }: { rows: readonly WebhookAddress[]; address: IntegrationsState }) {
  const { t } = useTranslation(['integrations', 'common']);
  return (
    <Records
      label={t('integrations:webhooks.title')}
      rows={rows}
      rowId={({ id }) => id}
      actionsLabel={t('integrations:columns.actions')}
      columns={addressColumns(t)}
      renderAction={(row) => (
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={t('integrations:webhooks.openOne', { url: row.url })}
          onClick={() => address.change({ addressId: row.id, open: undefined })}
        >
          {t('integrations:webhooks.open')}
        </Button>
      )}
    />
  );
}

/** How long the oldest that waits has waited; else how late the last that arrived was. */
export function Lag({ of: { waitingSince, lastLagMs } }: { of: WebhookAddress }) {
  if (waitingSince !== null) {
    const waitedMs = Math.max(0, Date.now() - Date.parse(waitingSince));
    return <span className={waitedMs >= lateMs ? classes['late'] : undefined}>{durationText(waitedMs)}</span>;
  }
  return lastLagMs === null ? '—' : durationText(lastLagMs);
}

function Waiting({ of: { waitingCount, written24h } }: { of: WebhookAddress }) {
  const { t } = useTranslation('integrations');
  if (waitingCount > 0) {
    return (
      <ToneBadge tone="wait" icon={<IconRefresh size={14} stroke={1.6} aria-hidden="true" />}>
        {t('integrations:webhooks.waiting', { count: waitingCount, number: formatNumber(waitingCount) })}
      </ToneBadge>
    );
  }
  if (written24h === 0) return t('integrations:webhooks.quiet');
  return (
    <ToneBadge quiet tone="ok" icon={<IconCheck size={14} stroke={2} aria-hidden="true" />}>
      {t('integrations:webhooks.noneWaits')}
    </ToneBadge>
  );
}
