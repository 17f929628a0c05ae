import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { formatDateTime, formatRelative } from '../../platform/formats.ts';
import { Page } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import classes from './account.module.css';
import { end, revoke, useAccount, useSessions, useTrustedDevices } from './account.queries.ts';
import { BrowsersList } from './browsers.list.tsx';
import { PasswordForm } from './password.form.tsx';
import { ProfileForm } from './profile.form.tsx';

/** The own account: who one is, the password, and the browsers that are let in. */
export function SettingsPage() {
  const { t } = useTranslation(['account', 'shell']);
  const account = useAccount();
  return (
    <Page title={t('shell:menu.settings')} actions={<Link to={paths.audit}>{t('shell:menu.audit')}</Link>}>
      {account.isPending && <LoadingState rows={12} />}
      {account.isError && <ErrorState onRetry={() => void account.refetch()} />}
      {account.data && (
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
            <PasswordForm />
          </div>
          <div className={classes['column']}>
            <TrustedDevices />
            <Sessions />
          </div>
        </div>
      )}
    </Page>
  );
}

function TrustedDevices() {
  const { t } = useTranslation('account');
  const rows = useTrustedDevices().data?.rows;
  if (!rows) return <LoadingState rows={3} />;
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

function Sessions() {
  const { t } = useTranslation('account');
  const rows = useSessions().data?.rows;
  if (!rows) return <LoadingState rows={3} />;
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
