import { listPushDevices } from '@mizan/contract/push-devices.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../platform/query-client.ts';
import { useTitle } from '../../platform/title.ts';
import { Page } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import classes from './account.module.css';
import { useSessions } from './account.queries.ts';
import { Sessions } from './account-sections.tsx';
import { PasswordForm } from './password-form.tsx';
import { PersonalDataSection } from './personal-data-section.tsx';
import { usePreferences } from './preferences.queries.ts';
import { DisplayPreferences } from './preferences-display.tsx';
import { NoticePreferences } from './preferences-notices.tsx';
import { PushDevicesSection } from './push-devices-section.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

/** A cashier's own: how the portal reads, what it tells, the password and the sessions. The name is the merchant's to give. */
export function OwnSettingsPage() {
  const { t } = useTranslation('shell');
  useTitle(t('shell:menu.user'), 'screen');
  const preferences = usePreferences();
  const sessions = useSessions();
  const pushed = useQuery(routeQuery(listPushDevices, {}));
  const all = [preferences, sessions, pushed];
  const failed = all.map((query) => query.error).find((error) => error !== null);
  // All at once: a list that came later would push down what somebody is about to press.
  const isThere = preferences.data && sessions.data && pushed.data;
  return (
    <Page named title={t('shell:menu.user')}>
      <UnsavedGuard />
      {!isThere && !failed && <LoadingState rows={8} />}
      {!isThere && failed && (
        <ErrorState error={failed} onRetry={() => void Promise.all(all.map((query) => query.refetch()))} />
      )}
      {preferences.data && sessions.data && pushed.data && (
        <div className={classes['columns']}>
          <div className={classes['column']}>
            <DisplayPreferences preferences={preferences.data} hasMail={false} />
            <PasswordForm />
          </div>
          <div className={classes['column']}>
            <NoticePreferences preferences={preferences.data} hearsNotices hasMail={false} />
            <PushDevicesSection {...pushed.data} />
            <Sessions rows={sessions.data.rows} />
            <PersonalDataSection />
          </div>
        </div>
      )}
    </Page>
  );
}
