import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { formatNumber, isolateLtr } from '../../platform/formats.ts';
import classes from './error.page.module.css';

/** The error pages of the specification, section 8. */
export const errorStatuses = [400, 401, 403, 404, 500, 502, 503, 504] as const;
export type ErrorStatus = (typeof errorStatuses)[number];

export interface ErrorPageProps {
  status: ErrorStatus;
  /** What support asks for on a 500. */
  requestId?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** Inside a shell, which is the page's landmark already. */
  inside?: boolean;
}

/** A whole page that says what went wrong, what is safe, and where to go. */
export function ErrorPage({ status, requestId, onRetry, inside = false }: ErrorPageProps) {
  const { t } = useTranslation(['errors', 'common']);
  const title = t(`errors:page.${status}.title`);
  const helpKey =
    status === 500 && requestId === undefined ? 'errors:page.500.helpShort' : `errors:page.${status}.help`;
  useEffect(() => {
    document.title = `${title} · ${t('common:appName')}`;
  }, [title, t]);
  const Landmark = inside ? 'div' : 'main';
  return (
    <Landmark className={classes['page']}>
      <p className={classes['status']} aria-hidden="true">
        {formatNumber(status)}
      </p>
      <h1 className={classes['title']}>{title}</h1>
      <p className={classes['help']}>{t(helpKey, { requestId: isolateLtr(requestId ?? '') })}</p>
      <div className={classes['actions']}>
        <Button component="a" href={paths.home}>
          {t('errors:page.goHome')}
        </Button>
        {onRetry && (
          <Button variant="default" onClick={onRetry}>
            {t('common:actions.retry')}
          </Button>
        )}
      </div>
    </Landmark>
  );
}
