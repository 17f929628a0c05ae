import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import {
  closingProblem,
  contactProblem,
  listMails,
  type MailEnding,
  mailClosingMax,
  mailContactMax,
  setMailEnding,
} from '@mizan/contract/mail-settings.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { useForm } from '../../platform/form.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './platform-settings.module.css';
import { settingsChanges } from './settings-changes.ts';

const changes = [...settingsChanges, listMails];
const none: MailEnding = { closingEn: '', closingAr: '', contactEn: '', contactAr: '' };

/** What stands below every mail, and each mail as it is sent with it. */
export default function MailsSection({ ending }: { ending: MailEnding }) {
  const { t } = useTranslation('portal');
  const query = useQuery(routeQuery(listMails, {}, { live: ['SET'] }));
  return (
    <section className={classes['part']} aria-labelledby="portal-mails">
      <h2 id="portal-mails">{t('portal:mails.title')}</h2>
      <p className={classes['quiet']}>{t('portal:mails.help')}</p>
      <Ending ending={ending} />
      <Loaded of={query} rows={8}>
        {({ rows }) => <Preview rows={rows} />}
      </Loaded>
    </section>
  );
}

function problemsOf(typed: MailEnding, t: TFunction) {
  const closing = (text: string) => {
    const problem = closingProblem(text.trim());
    return problem !== null && t(`portal:mails.refused.${problem}`);
  };
  const contact = (text: string) => {
    const problem = contactProblem(text.trim());
    return problem !== null && t(`portal:mails.refused.${problem}`);
  };
  const missing = (text: string, other: string) =>
    text.trim() === '' && other.trim() !== '' && t('portal:mails.both');
  return {
    closingEn: closing(typed.closingEn) || missing(typed.closingEn, typed.closingAr),
    closingAr: closing(typed.closingAr) || missing(typed.closingAr, typed.closingEn),
    contactEn: contact(typed.contactEn) || missing(typed.contactEn, typed.contactAr),
    contactAr: contact(typed.contactAr) || missing(typed.contactAr, typed.contactEn),
  };
}

function Ending({ ending }: { ending: MailEnding }) {
  const { t } = useTranslation(['portal', 'common']);
  const form = useForm({
    edits: true,
    start: ending,
    check: (typed) => problemsOf(typed, t),
    send: (typed, seen) => call(setMailEnding, { body: { ...typed, seen } }),
    changes,
    onSent: () => showToast({ tone: 'success', title: t('common:toast.saved') }),
  });
  const reset = useCommand(setMailEnding, {
    changes,
    done: () => t('portal:mails.isReset'),
    undo: () => () => call(setMailEnding, { body: { ...ending, seen: none } }),
  });
  const isEmpty = Object.values(ending).every((text) => text === '');
  const arabic = { dir: 'rtl', lang: 'ar' } as const;
  const english = { dir: 'ltr', lang: 'en' } as const;
  return (
    <>
      <Form form={form} submitLabel={t('portal:mails.save')}>
        <TextInput
          label={t('portal:mails.closingAr')}
          maxLength={mailClosingMax}
          {...arabic}
          {...form.field('closingAr')}
        />
        <TextInput
          label={t('portal:mails.closingEn')}
          maxLength={mailClosingMax}
          {...english}
          {...form.field('closingEn')}
        />
        <div className={classes['pair']}>
          <TextInput
            label={t('portal:mails.contactAr')}
            maxLength={mailContactMax}
            {...arabic}
            {...form.field('contactAr')}
          />
          <TextInput
            label={t('portal:mails.contactEn')}
            maxLength={mailContactMax}
            {...english}
            {...form.field('contactEn')}
          />
        </div>
      </Form>
      {!isEmpty && (
        <div className={classes['commands']}>
          <CommandButton command={reset} args={{ body: { ...none, seen: ending } }} variant="default">
            {t('portal:mails.reset')}
          </CommandButton>
        </div>
      )}
    </>
  );
}

type Mails = RouteOutput<typeof listMails>['rows'];

function Preview({ rows }: { rows: Mails }) {
  const { t, i18n } = useTranslation('portal');
  const own = i18n.language.startsWith('ar') ? 'ar' : 'en';
  const [language, setLanguage] = useState<'en' | 'ar'>(own);
  const [id, setId] = useState(rows[0]?.id);
  const mail = rows.find((row) => row.id === id) ?? rows[0];
  if (!mail) return null;
  return (
    <>
      <div className={classes['pair']}>
        <NativeSelect
          // As sent, whatever the reader's language is.
          translate="no"
          label={t('portal:mails.which')}
          value={mail.id}
          onChange={(event) => setId(event.currentTarget.value)}
          data={rows.map((row) => ({ value: row.id, label: row[own].subject }))}
        />
        <SegmentedControl
          className={classes['atEnd']}
          aria-label={t('portal:mails.language')}
          value={language}
          onChange={(value) => setLanguage(value === 'ar' ? 'ar' : 'en')}
          data={[
            { value: 'ar', label: t('portal:mails.ar') },
            { value: 'en', label: t('portal:mails.en') },
          ]}
        />
      </div>
      <article
        translate="no"
        className={classes['mail']}
        aria-label={t('portal:mails.preview')}
        dir={language === 'ar' ? 'rtl' : 'ltr'}
        lang={language}
      >
        <p className={classes['term']}>{mail[language].subject}</p>
        <p className={classes['mailText']}>{mail[language].text}</p>
      </article>
    </>
  );
}
