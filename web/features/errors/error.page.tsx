import { Button } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber, isolateLtr } from '../../platform/formats.ts';
import { useTitle } from '../../platform/title.ts';
import { readFailure } from '../../ui/failure.ts';
import classes from './error.page.module.css';

export interface ErrorPageProps {
  /** What was thrown. */
  error: unknown;
  onRetry?: (() => void) | undefined;
  /** Inside a shell, which is the page's landmark already. */
  inside?: boolean;
}

/** A whole page that says what went wrong, what is safe, and where to go (rules S8). */
export function ErrorPage({ error, onRetry, inside = false }: ErrorPageProps) {
  const { t } = useTranslation(['errors', 'states', 'common']);
  const { status, requestId, words, isOffline } = readFailure(error);
  const help = isOffline ? 'states:offline.help' : words.help;
  const title = t(words.title);
  useTitle(title, 'failure');
  // Where somebody may not be, another try helps only once their rights are others.
  const leavesFirst = !onRetry || status === 403;
  const look = (isFirst: boolean) => (isFirst ? 'filled' : 'default');
  const retry = onRetry && (
    <Button key="retry" variant={look(!leavesFirst)} onClick={onRetry}>
      {t('common:actions.retry')}
    </Button>
  );
  const home = !isOffline && (
    <Button key="home" component="a" href={paths.home} variant={look(leavesFirst)}>
      {t('errors:page.goHome')}
    </Button>
  );
  const Landmark = inside ? 'div' : 'main';
  return (
    <Landmark className={classes['page']}>
      {status && (
        <p className={classes['status']} aria-hidden="true">
          {formatNumber(status)}
        </p>
      )}
      <h1 className={classes['title']}>{title}</h1>
      {help && <p className={classes['help']}>{t(help)}</p>}
      {requestId && (
        <p className={classes['request']}>
          {t('errors:page.requestNumber', { requestId: isolateLtr(requestId) })}
        </p>
      )}
      <div className={classes['actions']}>{leavesFirst ? [home, retry] : [retry, home]}</div>
    </Landmark>
  );
}
