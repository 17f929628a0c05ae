import type { listSessions, listTrustedDevices } from '@mizan/contract/account.ts';
import { getOpeningHours } from '@mizan/contract/alerts.ts';
import { listPersonalRequests } from '@mizan/contract/personal-data.ts';
import { listPushDevices } from '@mizan/contract/push-devices.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatRelative } from '../../platform/formats.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { useSession } from '../../platform/session.store.ts';
import { useMay } from '../../platform/use-may.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import classes from './account.module.css';
import { end, revoke, useAccount, useSessions, useTrustedDevices } from './account.queries.ts';
import { BrowsersList } from './browsers-list.tsx';
import { OpeningHoursSection } from './opening-hours-form.tsx';
import { usePasskeys } from './passkeys.queries.ts';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { PersonalDataSection } from './personal-data-section.tsx';
import { PersonalRequestsSection } from './personal-requests-section.tsx';
import { usePreferences } from './preferences.queries.ts';
import { DisplayPreferences } from './preferences-display.tsx';
import { NoticePreferences } from './preferences-notices.tsx';
import { ProfileForm } from './profile-form.tsx';
import { PushDevicesSection } from './push-devices-section.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

/**
 * The own account: who one is, how the portal reads, what it tells, and the browsers that are let in. The same for
 * merchants and administrators; what cashiers have of it is own-settings.page.tsx.
 */
export function AccountSections() {
  const hearsNotices = useSession()?.role !== 'ADMIN';
  const mayAnswer = useMay(listPersonalRequests);
  const account = useAccount();
  const devices = useTrustedDevices();
  const sessions = useSessions();
  const preferences = usePreferences();
  const passkeys = usePasskeys();
  const pushed = useQuery({ ...routeQuery(listPushDevices, {}), enabled: hearsNotices });
  const hours = useQuery({ ...routeQuery(getOpeningHours, {}), enabled: hearsNotices });
  const ofMerchant = hearsNotices ? [pushed, hours] : [];
  const all = [...ofMerchant, account, devices, sessions, preferences, passkeys];
  // All at once: a list that came later would push down what somebody is about to press.
  const loaded =
    account.data &&
    devices.data &&
    sessions.data &&
    preferences.data &&
    passkeys.data &&
    ofMerchant.every(({ data }) => data);
  const failed = !loaded && all.map((query) => query.error).find((error) => error !== null);
  const retry = () => void Promise.all(all.map((query) => query.refetch()));
  return (
    <>
      <UnsavedGuard />
      {!loaded && !failed && <LoadingState rows={12} />}
      {failed && <ErrorState error={failed} onRetry={retry} />}
      {loaded && (
        <div className={classes['columns']}>
          <div className={classes['column']}>
            <ProfileForm
              key={account.data.email}
              profile={{
                fullName: account.data.fullName,
                email: account.data.email ?? '',
                mobile: account.data.mobile,
              }}
              pendingEmail={account.data.pendingEmail}
            />
            <DisplayPreferences preferences={preferences.data} />
            <PasswordForm />
          </div>
          <div className={classes['column']}>
            <NoticePreferences preferences={preferences.data} hearsNotices={hearsNotices} />
            {pushed.data && <PushDevicesSection {...pushed.data} />}
            {hours.data && <OpeningHoursSection {...hours.data} />}
            <PasskeysSection rows={passkeys.data.rows} />
            <TrustedDevices rows={devices.data.rows} />
            <Sessions rows={sessions.data.rows} />
            <PersonalDataSection />
            {mayAnswer && <PersonalRequestsSection />}
          </div>
        </div>
      )}
    </>
  );
}

function TrustedDevices({ rows }: { rows: RouteOutput<typeof listTrustedDevices>['rows'] }) {
  const { t } = useTranslation('account');
  return (
    <BrowsersList
      title={t('account:trustedDevices.title')}
      help={t('account:trustedDevices.revokeHelp')}
      empty={t('account:trustedDevices.empty')}
      endLabel={t('account:trustedDevices.revoke')}
      endAllLabel={t('account:trustedDevices.revokeAll')}
      onEnd={revoke}
      rows={rows.map(({ addedOn, ...row }) => ({
        ...row,
        when: `${t('account:trustedDevices.addedOn')} ${formatDateTime(addedOn)}`,
      }))}
    />
  );
}

/** Where one is signed in, and the way to end it. */
export function Sessions({ rows }: { rows: RouteOutput<typeof listSessions>['rows'] }) {
  const { t } = useTranslation('account');
  return (
    <BrowsersList
      title={t('account:sessions.title')}
      help={t('account:sessions.help')}
      empty=""
      endLabel={t('account:sessions.end')}
      endAllLabel={t('account:sessions.endOthers')}
      onEnd={end}
      rows={rows.map(({ lastUsedAt, current, ...row }) => ({
        ...row,
        when: `${t('account:sessions.lastSeen')} ${formatRelative(lastUsedAt)}`,
        ...(current
          ? {
              mark: (
                <ToneBadge tone="ok" quiet>
                  {t('account:sessions.current')}
                </ToneBadge>
              ),
            }
          : {}),
      }))}
    />
  );
}
