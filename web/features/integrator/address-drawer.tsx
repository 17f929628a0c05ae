import { Checkbox } from '@mantine/core';
import { addDays } from '@mizan/contract/business-day.ts';
import {
  deliveryDays,
  removeAddress,
  renewSecret,
  resendSince,
  type WebhookAddress,
} from '@mizan/contract/integrator-webhooks.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { useForm } from '../../platform/form.ts';
import { formatDate, formatDateTime, formatNumber } from '../../platform/formats.ts';
import { useToday } from '../../platform/today.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { DayInput } from '../../ui/day-input.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Form } from '../../ui/form.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MissingState } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { Lag } from './addresses-section.tsx';
import classes from './integrations.module.css';
import { deliveryChanges, useAddresses } from './integrations.queries.ts';
import { everyEventText } from './integrations.words.ts';
import { ShownOnce } from './shown-once.tsx';

/** One address: how it stands, its secret, what goes out again, and its end. */
export function AddressDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(['integrations', 'errors']);
  const query = useAddresses();
  return (
    <DockedDrawer title={t('integrations:columns.address')} onClose={onClose}>
      <Loaded of={query} rows={6}>
        {({ rows }) => {
          const found = rows.find((each) => each.id === id);
          if (!found) return <MissingState title={t('errors:notFound')} />;
          return (
            <div className={classes['detail']}>
              <Standing of={found} />
              <Secret of={found} />
              <Resend of={found} />
              <div>
                <Remove of={found} onRemoved={onClose} />
              </div>
            </div>
          );
        }}
      </Loaded>
    </DockedDrawer>
  );
}

function Standing({ of }: { of: WebhookAddress }) {
  const { t } = useTranslation(['integrations', 'common']);
  const { delivered24h, written24h } = of;
  return (
    <>
      <p className={classes['url']}>
        <Identifier>{of.url}</Identifier>
      </p>
      <Facts
        facts={[
          [t('integrations:columns.events'), everyEventText(of.facts, t)],
          [
            t('integrations:columns.delivered24h'),
            t('common:words.ofTotal', { part: formatNumber(delivered24h), total: formatNumber(written24h) }),
          ],
          [t('integrations:columns.lag'), <Lag key="lag" of={of} />],
          [t('integrations:webhooks.added'), formatDate(of.createdAt)],
        ]}
      />
    </>
  );
}

function Secret({ of: { id, formerSecretUntil } }: { of: WebhookAddress }) {
  const { t } = useTranslation('integrations');
  const [secret, setSecret] = useState<string | null>(null);
  const renew = useCommand(renewSecret, {
    changes: deliveryChanges,
    onDone: (made) => setSecret(made.secret),
    refusal: (error) =>
      isApiError(error) && error.code === 'conflict' ? t('integrations:refused.secretTwice') : undefined,
  });
  return (
    <section>
      <h3>{t('integrations:webhooks.secret')}</h3>
      {formerSecretUntil === null ? (
        <CommandButton
          variant="default"
          command={renew}
          args={{ params: { id } }}
          question={{
            title: t('integrations:webhooks.renewTitle'),
            help: t('integrations:webhooks.renewHelp'),
            confirmLabel: t('integrations:webhooks.renew'),
          }}
        >
          {t('integrations:webhooks.renew')}
        </CommandButton>
      ) : (
        <p>{t('integrations:webhooks.bothUntil', { time: formatDateTime(formerSecretUntil) })}</p>
      )}
      {secret !== null && (
        <ShownOnce
          title={t('integrations:webhooks.renewed')}
          secrets={[[t('integrations:webhooks.secret'), secret]]}
          onClose={() => setSecret(null)}
        />
      )}
    </section>
  );
}

function Resend({ of: { id } }: { of: WebhookAddress }) {
  const { t } = useTranslation('integrations');
  const today = useToday();
  const earliest = addDays(today, -deliveryDays);
  const form = useForm({
    start: { since: today as string | null, onlyGivenUp: true },
    check: ({ since }) => ({
      since: (since === null || since > today || since < earliest) && t('integrations:webhooks.dayWrong'),
    }),
    send: ({ since, onlyGivenUp }) =>
      call(resendSince, { params: { id }, body: { since: since ?? today, onlyGivenUp } }),
    changes: deliveryChanges,
    onSent: ({ count, upTo, isMore }) => {
      const said = { count, number: formatNumber(count) };
      showToast({
        tone: 'success',
        title:
          isMore && upTo !== null
            ? t('integrations:webhooks.resentPart', { ...said, time: formatDateTime(upTo) })
            : t('integrations:webhooks.resent', said),
      });
    },
  });
  return (
    <section>
      <h3>{t('integrations:webhooks.resend')}</h3>
      <Form form={form} submitLabel={t('integrations:webhooks.resend')} quiet>
        <DayInput
          label={t('integrations:webhooks.resendSince')}
          description={t('integrations:webhooks.resendHelp')}
          {...form.field('since')}
        />
        <Checkbox
          label={t('integrations:webhooks.onlyGivenUp')}
          checked={form.values.onlyGivenUp}
          onChange={({ currentTarget }) => form.change({ onlyGivenUp: currentTarget.checked })}
        />
      </Form>
    </section>
  );
}

function Remove({ of: { id }, onRemoved }: { of: WebhookAddress; onRemoved: () => void }) {
  const { t } = useTranslation('integrations');
  const remove = useCommand(removeAddress, {
    changes: deliveryChanges,
    onDone: onRemoved,
    done: () => t('integrations:webhooks.removed'),
  });
  return (
    <CommandButton
      variant="default"
      command={remove}
      args={{ params: { id } }}
      question={{
        title: t('integrations:webhooks.removeTitle'),
        help: t('integrations:webhooks.removeHelp'),
        confirmLabel: t('integrations:webhooks.remove'),
        danger: true,
      }}
    >
      {t('integrations:webhooks.remove')}
    </CommandButton>
  );
}
