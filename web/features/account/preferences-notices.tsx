import { Switch } from '@mantine/core';
import { type NoticeType, noticeTypes } from '@mizan/contract/live.ts';
import type { KeptPreferences, Preferences } from '@mizan/contract/preferences.ts';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { runAndSay } from '../../ui/command-button.tsx';
import { Section } from '../../ui/page.tsx';
import classes from './account.module.css';
import { useSavePreferences } from './preferences.queries.ts';

interface NoticePreferencesProps {
  preferences: KeptPreferences;
  /** Notifications are a merchant's: whoever belongs to none hears none, and has no switches for them. */
  hearsNotices: boolean;
}

/** Which notifications ring the bell, and which mails are sent; each switch holds at once. */
export function NoticePreferences({ preferences, hearsNotices }: NoticePreferencesProps) {
  const { t } = useTranslation(['account', 'notifications']);
  const save = useCommand(useSavePreferences(preferences));
  // What was asked shows at once; a refusal brings back what is kept.
  const shown = { ...preferences, ...save.args };
  const change = (next: Partial<Preferences>) => void runAndSay(save, next);
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
            disabled={save.isWorking}
            onChange={(event) => toggle(type, event.currentTarget.checked)}
          />
        ))}
        <Switch
          className={classes['option'] ?? ''}
          label={t('account:notices.signInMail')}
          description={t('account:notices.signInMailHelp')}
          checked={shown.signInMail}
          disabled={save.isWorking}
          onChange={(event) => change({ signInMail: event.currentTarget.checked })}
        />
        {hearsNotices && (
          <Switch
            className={classes['option'] ?? ''}
            label={t('account:notices.askedMail')}
            description={t('account:notices.askedMailHelp')}
            checked={shown.askedMail}
            disabled={save.isWorking}
            onChange={(event) => change({ askedMail: event.currentTarget.checked })}
          />
        )}
      </div>
    </Section>
  );
}

const isMuted = ({ mutedNotices }: Preferences, type: NoticeType): boolean => mutedNotices.includes(type);
