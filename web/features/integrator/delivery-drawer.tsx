import { Button, CopyButton } from '@mantine/core';
import {
  type getDelivery,
  replayDelivery,
  type WebhookAttempt,
} from '@mizan/contract/integrator-webhooks.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { IconClock, IconCopy, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { formatDateTime, formatNumber, formatSeconds } from '../../platform/formats.ts';
import { useToday } from '../../platform/today.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { DrawerSteps } from '../../ui/drawer-steps.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MissingState } from '../../ui/states.tsx';
import { Answer } from './deliveries-section.tsx';
import { failureOf } from './delivery-failure.ts';
import classes from './integrations.module.css';
import { deliveryChanges, useDeliveries, useDelivery } from './integrations.queries.ts';
import type { IntegrationsState } from './integrations.search.ts';
import { aboutText, durationText, whenText } from './integrations.words.ts';
import { lagCause } from './lag-cause.ts';
import { answerLines, requestText } from './request-text.ts';

type Delivery = RouteOutput<typeof getDelivery>;

/** One message: how it stands, its attempts, what was sent and what came back. */
export function DeliveryDrawer({ id, address }: { id: string; address: IntegrationsState }) {
  const { t } = useTranslation(['integrations', 'errors']);
  const query = useDelivery(id);
  const { data } = query;
  const about = data && aboutText(data);
  return (
    <DockedDrawer
      title={
        data ? (
          <>
            {t(`integrations:fact.${data.fact}`)} {about && <Identifier>{about}</Identifier>}
          </>
        ) : (
          t('integrations:deliveries.title')
        )
      }
      actions={<Steps id={id} address={address} />}
      onClose={() => address.change({ open: undefined })}
      footer={data && <SendAgain delivery={data} />}
      isText
    >
      <Loaded of={query} rows={10} missing={<MissingState title={t('errors:notFound')} />}>
        {(delivery) => <Detail delivery={delivery} />}
      </Loaded>
    </DockedDrawer>
  );
}

function Steps({ id, address: { state, change } }: { id: string; address: IntegrationsState }) {
  const { t } = useTranslation('integrations');
  const { fact, only, addressId } = state;
  const { rows } = useDeliveries({ fact, only, addressId });
  const at = rows.findIndex((row) => row.id === id);
  const to = (row: { id: string } | undefined) => row && (() => change({ open: row.id }, true));
  return (
    <DrawerSteps
      before={{ label: t('integrations:deliveries.before'), onGo: at > 0 ? to(rows[at - 1]) : undefined }}
      after={{ label: t('integrations:deliveries.after'), onGo: at >= 0 ? to(rows[at + 1]) : undefined }}
    />
  );
}

function Detail({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('integrations');
  const { attempts, about } = delivery;
  const last = attempts.at(-1);
  return (
    <div className={classes['detail']}>
      <Standing delivery={delivery} />
      <Attempts delivery={delivery} />
      {about?.type === 'transaction' && (
        <Link to={paths.transactions} search={{ open: about.id } as never}>
          {t('integrations:delivery.toPayment')}
        </Link>
      )}
      <Sent delivery={delivery} />
      {last && (
        <section>
          <h3>{t('integrations:delivery.came')}</h3>
          <pre dir="ltr">{answerLines(last)}</pre>
        </section>
      )}
      <Cause delivery={delivery} />
    </div>
  );
}

/** What happens next with what has not arrived; nothing is said of what has. */
function Standing({ delivery: { state, attempts, nextAttemptAt, triesUntil } }: { delivery: Delivery }) {
  const { t } = useTranslation('integrations');
  const today = useToday();
  if (state === 'DELIVERED') return null;
  const tries = { count: attempts.length, number: formatNumber(attempts.length) };
  return (
    <div className={classes['standing']} data-state={state}>
      <IconClock size={18} stroke={1.6} aria-hidden="true" />
      <div>
        <strong>
          {state === 'GIVEN_UP' && t('integrations:delivery.givenUp')}
          {state === 'WAITING' &&
            (nextAttemptAt !== null && Date.parse(nextAttemptAt) > Date.now()
              ? t('integrations:delivery.nextTry', { time: whenText(nextAttemptAt, today) })
              : t('integrations:delivery.firstTry'))}
        </strong>
        <p>
          {state === 'GIVEN_UP'
            ? t('integrations:delivery.givenUpHelp')
            : t('integrations:delivery.tries', { ...tries, until: formatDateTime(triesUntil) })}
        </p>
      </div>
    </div>
  );
}

function Attempts({ delivery: { attempts } }: { delivery: Delivery }) {
  const { t } = useTranslation('integrations');
  const today = useToday();
  return (
    <ol className={classes['attempts']} aria-label={t('integrations:columns.attempts')}>
      {attempts.toReversed().map(({ at, status, durationMs, reason }) => (
        <li key={at}>
          <span>{whenText(at, today)}</span>
          <Answer status={status} isTried />
          <span className={classes['quiet']}>
            {t(status === null ? 'integrations:delivery.noneAfter' : 'integrations:delivery.answeredAfter', {
              time: durationText(durationMs),
            })}
          </span>
          <FailureWords status={status} reason={reason} />
        </li>
      ))}
    </ol>
  );
}

/** What the answer means, beside its number: nobody has to know the numbers by heart. */
function FailureWords({ status, reason }: Pick<WebhookAttempt, 'status' | 'reason'>) {
  const { t } = useTranslation('integrations');
  const why = failureOf(status, reason);
  return why && <strong className={classes['failure']}>{t(`integrations:failure.${why}`)}</strong>;
}

function Sent({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation(['integrations', 'common']);
  const text = requestText(delivery);
  return (
    <section>
      <div className={classes['head']}>
        <h3>{t('integrations:delivery.sent')}</h3>
        {text !== null && (
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button
                variant="subtle"
                size="compact-md"
                leftSection={<IconCopy size={16} stroke={1.6} aria-hidden="true" />}
                onClick={copy}
              >
                {t(copied ? 'common:toast.copied' : 'integrations:copy')}
              </Button>
            )}
          </CopyButton>
        )}
      </div>
      {text === null ? <p>{t('integrations:delivery.nothingSent')}</p> : <pre dir="ltr">{text}</pre>}
    </section>
  );
}

function Cause({ delivery: { createdAt, attempts } }: { delivery: Delivery }) {
  const { t } = useTranslation('integrations');
  const cause = lagCause(createdAt, attempts);
  if (cause === null || cause.kind === 'none') return null;
  const time =
    cause.kind === 'ours'
      ? durationText(cause.lateMs)
      : cause.kind === 'askedToWait'
        ? formatSeconds(cause.waitSeconds)
        : undefined;
  return <p className={classes['quiet']}>{t(`integrations:cause.${cause.kind}`, { time })}</p>;
}

function SendAgain({ delivery: { id, isRemoved } }: { delivery: Delivery }) {
  const { t } = useTranslation('integrations');
  const again = useCommand(replayDelivery, {
    changes: deliveryChanges,
    done: () => t('integrations:delivery.sentAgain'),
  });
  if (isRemoved) return <p className={classes['quiet']}>{t('integrations:delivery.removed')}</p>;
  return (
    <div className={classes['again']}>
      <CommandButton
        command={again}
        args={{ params: { id } }}
        leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden="true" />}
      >
        {t('integrations:delivery.sendAgain')}
      </CommandButton>
      <span className={classes['quiet']}>{t('integrations:delivery.sameId')}</span>
    </div>
  );
}
