import { getMaintenanceNotice } from '@mizan/contract/platform-settings.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { whenIdle } from '../../platform/idle.ts';
import { language } from '../../platform/language.ts';
import { routeQuery } from '../../platform/query-client.ts';
import classes from './maintenance-bar.module.css';

/**
 * What administrators tell everybody, over every screen behind the sign-in. Asked for once the screen itself is there, again
 * when the live channel says that it changed, and when its own time begins or ends.
 */
export default function MaintenanceBar() {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(async () => setIdle(true)), []);
  const { data } = useQuery({
    ...routeQuery(getMaintenanceNotice, {}, { live: ['SET'] }),
    enabled: isIdle,
    refetchInterval: ({ state }) => state.data?.againInMs ?? false,
  });
  return (
    <div role="status">
      {data?.notice && (
        <p className={classes['bar']}>
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
          <bdi>{language === 'ar' ? data.notice.textAr : data.notice.textEn}</bdi>
        </p>
      )}
    </div>
  );
}
