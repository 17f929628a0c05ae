import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff, IconFilterOff, IconInbox, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isolateLtr } from '../platform/formats.ts';
import { useReachable } from '../platform/line.ts';
import { readFailure } from './failure.ts';
import classes from './states.module.css';

interface NoteProps {
  icon: ReactNode;
  title: string;
  help?: ReactNode;
  action?: ReactNode;
  role?: 'alert' | 'status';
}

function Note({ icon, title, help, action, role }: NoteProps) {
  return (
    <div className={classes['note']} role={role}>
      <span className={classes['icon']}>{icon}</span>
      <p className={classes['title']}>{title}</p>
      {help && <p className={classes['help']}>{help}</p>}
      {action && <div className={classes['action']}>{action}</div>}
    </div>
  );
}

const look = { size: 24, stroke: 1.6, 'aria-hidden': true } as const;

/** Nothing here yet: each list says in its own words what will stand here and what to do first. */
export function EmptyState({
  icon = <IconInbox {...look} />,
  ...note
}: {
  title: string;
  help: ReactNode;
  /** That first step, for whoever may take it. */
  action?: ReactNode;
  icon?: ReactNode;
}) {
  return <Note icon={icon} {...note} />;
}

/** What was asked for is not there, or there is nothing to say of it: one thing, and no list. */
export function MissingState({ title, action }: { title: string; action?: ReactNode }) {
  return <Note icon={<IconInbox {...look} />} title={title} action={action} />;
}

/** Filters that leave nothing. */
export function NoResultsState({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation(['states', 'common']);
  return (
    <Note
      icon={<IconFilterOff {...look} />}
      title={t('states:noResults.title')}
      help={t('states:noResults.help')}
      role="status"
      action={
        <Button variant="default" onClick={onClear}>
          {t('common:actions.clearFilters')}
        </Button>
      }
    />
  );
}

interface ErrorStateProps {
  /** What was thrown: its status gives the title, its request the number for support. */
  error: unknown;
  /** In place of the status's own words. */
  title?: string;
  help?: ReactNode;
  onRetry?: () => void;
}

/** It did not load: what went wrong by its status, and `onRetry` asks again. */
export function ErrorState({ error, title, help, onRetry }: ErrorStateProps) {
  const { t } = useTranslation(['states', 'errors', 'common']);
  const { words, requestId, isOffline } = readFailure(error);
  const Icon = isOffline ? IconCloudOff : IconAlertTriangle;
  return (
    <Note
      icon={<Icon {...look} />}
      title={title ?? t(words.title)}
      help={
        <>
          {help ?? (words.help && t(words.help))}
          {requestId && (
            <span className={classes['request']}>
              {t('errors:page.requestNumber', { requestId: isolateLtr(requestId) })}
            </span>
          )}
        </>
      }
      role="alert"
      action={
        onRetry && (
          <Button variant="default" leftSection={<IconRefresh size={16} stroke={1.6} />} onClick={onRetry}>
            {t('common:actions.retry')}
          </Button>
        )
      }
    />
  );
}

/** The line is down, and nothing was ever loaded. */
function OfflineState() {
  const { t } = useTranslation('states');
  return (
    <Note
      icon={<IconCloudOff {...look} />}
      title={t('states:offline.title')}
      help={t('states:offline.help')}
      role="status"
    />
  );
}

/**
 * Lines where the content will stand, so that nothing shifts; read out as 'Loading'. Where the portal can't be
 * reached nothing is on its way, and that is said in their place.
 */
export function LoadingState({ rows = 6 }: { rows?: number }) {
  const { t } = useTranslation('states');
  if (!useReachable()) return <OfflineState />;
  return (
    <div className={classes['loading']} role="status" aria-busy="true">
      <span className="mz-visually-hidden">{t('states:loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes['loadingRow']}>
          <Skeleton height={12} width={`${38 + ((row * 29) % 50)}%`} radius="sm" />
        </div>
      ))}
    </div>
  );
}
