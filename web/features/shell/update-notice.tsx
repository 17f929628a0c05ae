import { IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { renewPush, startWorker, takeNewVersion, useIsNewVersion } from '../../platform/service-worker.ts';
import classes from './update-notice.module.css';

/** Says that a newer version waits, and takes it when somebody presses; nothing is read anew under anybody's hands. */
export function UpdateNotice() {
  const { t } = useTranslation('shell');
  const isNew = useIsNewVersion();
  useEffect(() => {
    startWorker()
      .then(renewPush)
      .catch((cause: unknown) => console.warn('the service worker did not start', cause));
  }, []);
  return (
    <div role="status" className={classes['place']}>
      {isNew && (
        <p className={classes['notice']}>
          {t('shell:update.ready')}
          <button type="button" className={classes['reload']} onClick={takeNewVersion}>
            <IconRefresh size={16} stroke={1.8} aria-hidden="true" />
            {t('shell:update.reload')}
          </button>
        </p>
      )}
    </div>
  );
}
