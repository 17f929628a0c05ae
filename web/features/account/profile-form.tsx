import { TextInput } from '@mantine/core';
import { fullNameMax } from '@mizan/contract/account.ts';
import { readEmail } from '@mizan/contract/email.ts';
import { readMobile } from '@mizan/contract/mobile.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../platform/failure.words.ts';
import { useUnsaved } from '../../platform/unsaved.ts';
import { focusInvalid } from '../../ui/focus-invalid.ts';
import { Section } from '../../ui/page.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { WorkingButton } from '../../ui/working-button.tsx';
import classes from './account.module.css';
import { type Profile, saveProfile, useRefreshAccount } from './account.queries.ts';

const nameMin = 2;

export interface ProfileFormProps {
  profile: Profile;
  pendingEmail: string | null;
}

/** Name, e-mail and mobile; a change is made when the link of its mail is followed. */
export function ProfileForm({ profile, pendingEmail }: ProfileFormProps) {
  const { t } = useTranslation(['account', 'common']);
  const [fields, setFields] = useState({ ...profile, mobile: profile.mobile ?? '' });
  const [sent, setSent] = useState(fields);
  const [checked, setChecked] = useState(false);
  const refresh = useRefreshAccount();
  const save = useMutation({
    mutationFn: (wanted: Profile) => saveProfile(wanted),
    onSuccess: async ({ sentTo }) => {
      setSent(fields);
      const title =
        sentTo === null ? t('account:profile.unchanged') : t('account:profile.changeSent', { email: sentTo });
      showToast({ id: 'profile', tone: 'success', title });
      await refresh();
    },
  });
  const isChanged = (['fullName', 'email', 'mobile'] as const).some((name) => fields[name] !== sent[name]);
  useUnsaved(isChanged && !save.isPending);
  const email = readEmail(fields.email);
  const mobile = readMobile(fields.mobile);
  const problems = {
    fullName: fields.fullName.trim().length < nameMin && t('common:validation.required'),
    email: email === null && t('account:profile.emailInvalid'),
    mobile: fields.mobile.trim() !== '' && mobile === null && t('account:profile.mobileInvalid'),
  };

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setChecked(true);
    if (problems.fullName || email === null || problems.mobile) return focusInvalid(event.currentTarget);
    save.mutate({ fullName: fields.fullName.trim(), email, mobile });
  }
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    error: checked && problems[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [name]: event.currentTarget.value }),
  });
  return (
    <Section title={t('account:profile.title')}>
      <form className={classes['form']} onSubmit={submit} noValidate>
        <TextInput label={t('account:profile.fullName')} maxLength={fullNameMax} {...field('fullName')} />
        <TextInput
          type="email"
          dir="ltr"
          label={t('common:fields.email')}
          description={
            pendingEmail === null ? undefined : t('account:profile.changeSent', { email: pendingEmail })
          }
          {...field('email')}
        />
        <TextInput
          type="tel"
          dir="ltr"
          label={`${t('account:profile.mobile')} (${t('common:words.optional')})`}
          {...field('mobile')}
        />
        {save.isError && (
          <p role="alert" className={classes['error']}>
            {failureText(save.error, t)}
          </p>
        )}
        <WorkingButton type="submit" working={save.isPending}>
          {t('common:actions.save')}
        </WorkingButton>
      </form>
    </Section>
  );
}
