import { Switch } from '@mantine/core';
import { type NoticeType, noticeTypes } from '@mizan/contract/live.ts';
import type { KeptPreferences, Preferences } from '@mizan/contract/preferences.ts';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../platform/failure.words.ts';
import { Section } from '../../ui/page.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './account.module.css';
import { useSavePreferences } from './preferences.queries.ts';

interface NoticePreferencesProps {
  preferences: KeptPreferences;
  /** Notifications are a merchant's: whoever belongs to none hears none, and has no switches for them. */
  hearsNotices: boolean;
}

/** Which notifications ring the bell, and which mails are sent; each switch holds at once. */
export function NoticePreferences({ preferences, hearsNotices }: NoticePreferencesProps) {
  const { t } = useTranslation(['account', 'notifications', 'common']);
  const save = useSavePreferences(preferences);
  // What was asked shows at once; a refusal brings back what is kept.
  const shown = save.isPending ? { ...preferences, ...save.variables } : preferences;
  const change = (next: Partial<Preferences>) =>
    save.mutate(next, {
      onError: (error) => showToast({ id: 'preferences', tone: 'error', title: failureText(error, t) }),
    });
  const toggle = (type: NoticeType, rings: boolean) =>
    change({ mutedNotices: noticeTypes.filter((each) => (each === type ? !rings : isMuted(shown, each))) });
  return (
    <Section title={t('notifications:title')}>
      {hearsNotices && <p className={classes['help']}>{t('account:notices.help')}</p>}
      <div className={classes['switches']}>
        {(hearsNotices ? noticeTypes : []).map((type) => (
          <Switch
            key={type}
            className={classes['option'] ?? ''}
            label={t(`account:notices.${type}`)}
            checked={!isMuted(shown, type)}
            disabled={save.isPending}
            onChange={(event) => toggle(type, event.currentTarget.checked)}
          />
        ))}
        <Switch
          className={classes['option'] ?? ''}
          label={t('account:notices.signInMail')}
          description={t('account:notices.signInMailHelp')}
          checked={shown.signInMail}
          disabled={save.isPending}
          onChange={(event) => change({ signInMail: event.currentTarget.checked })}
        />
      </div>
    </Section>
  );
}

const isMuted = ({ mutedNotices }: Preferences, type: NoticeType): boolean => mutedNotices.includes(type);
