import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../platform/formats.ts';
import { lastHeardMs, useReachable } from '../../platform/line.ts';
import classes from './offline-notice.module.css';

/**
 * At the foot of every screen behind the sign-in while the portal can't be reached: of when the figures above it
 * are. At the foot, because what stands above must not move under the hand of somebody who is about to press it.
 */
export function OfflineNotice() {
  const { t } = useTranslation('states');
  const reachable = useReachable();
  return (
    <div role="status">
      {!reachable && (
        <p className={classes['notice']}>
          <IconCloudOff size={18} stroke={1.6} aria-hidden="true" />
          {t('states:offline.asOf', { time: formatMoment(lastHeardMs()) })}
        </p>
      )}
    </div>
  );
}
