import { paths } from '@mizan/contract/paths.ts';
import { listMisfits } from '@mizan/contract/platform.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber, isolateLtr } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './health.module.css';

/** The terminals whose mada package does not fit, and whose they are. */
export function MisfitsDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('platform');
  const query = useQuery(routeQuery(listMisfits, {}));
  return (
    <DockedDrawer title={t('platform:misfits.title')} onClose={onClose}>
      <Loaded of={query} rows={6}>
        {({ rows, total }) => (
          <>
            {rows.length === 0 && (
              <EmptyState title={t('platform:misfits.none')} help={t('platform:misfits.noneHelp')} />
            )}
            {rows.length < total && (
              <p className={classes['quiet']}>
                {t('platform:misfits.some', { shown: formatNumber(rows.length), total: formatNumber(total) })}
              </p>
            )}
            <ul className={classes['kinds']}>
              {rows.map((row) => (
                <li key={`${row.merchantId} ${row.tid}`} className={classes['stack']}>
                  <strong>
                    <Identifier>{row.tid}</Identifier>
                  </strong>
                  <Link
                    className={classes['more']}
                    to={paths.adminMerchants}
                    search={{ open: row.merchantId } as never}
                  >
                    <bdi>{nameIn(row)}</bdi>
                  </Link>
                  <span className={classes['quiet']}>
                    {t('platform:misfits.has', {
                      model: isolateLtr(row.model),
                      madaPackage: isolateLtr(row.madaPackage),
                    })}
                  </span>
                  <span className={classes['quiet']}>
                    {t('platform:misfits.needed', { packages: isolateLtr(row.needed.join(', ')) })}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </DockedDrawer>
  );
}
