import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { renewPush, startWorker, takeNewVersion, useIsNewVersion } from '../../platform/service-worker.ts';
import classes from './update-notice.module.css';

/**
 * Says that a newer version waits, and takes it when somebody presses; nothing is read anew under anybody's hands. What it
 * stands on may be what they are working with: it is put off until the page is loaded the next time.
 */
export function UpdateNotice() {
  const { t } = useTranslation('shell');
  const isNew = useIsNewVersion();
  const [isPutOff, setIsPutOff] = useState(false);
  useEffect(() => {
    startWorker()
      .then(renewPush)
      .catch((cause: unknown) => console.warn('the service worker did not start', cause));
  }, []);
  return (
    <div role="status" className={classes['place']}>
      {isNew && !isPutOff && (
        <p className={classes['notice']}>
          {t('shell:update.ready')}
          <button type="button" className={classes['act']} onClick={takeNewVersion}>
            <IconRefresh size={16} stroke={1.8} aria-hidden="true" />
            {t('shell:update.reload')}
          </button>
          <button type="button" className={classes['act']} onClick={() => setIsPutOff(true)}>
            {t('shell:update.later')}
          </button>
        </p>
      )}
    </div>
  );
}
