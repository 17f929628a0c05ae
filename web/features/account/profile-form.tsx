import { TextInput } from '@mantine/core';
import { fullNameMax } from '@mizan/contract/account.ts';
import { readEmail } from '@mizan/contract/email.ts';
import { readMobile } from '@mizan/contract/mobile.ts';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../platform/form.ts';
import { Form } from '../../ui/form.tsx';
import { Section } from '../../ui/page.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { accountRoutes, type Profile, saveProfile } from './account.queries.ts';

const nameMin = 2;

export interface ProfileFormProps {
  profile: Profile;
  pendingEmail: string | null;
}

/** Name, e-mail and mobile; a change is made when the link of its mail is followed. */
export function ProfileForm({ profile, pendingEmail }: ProfileFormProps) {
  const { t } = useTranslation(['account', 'common']);
  const form = useForm({
    edits: true,
    start: { ...profile, mobile: profile.mobile ?? '' },
    check: ({ fullName, email, mobile }) => ({
      fullName: fullName.trim().length < nameMin && t('common:validation.required'),
      email: readEmail(email) === null && t('account:profile.emailInvalid'),
      mobile: mobile.trim() !== '' && readMobile(mobile) === null && t('account:profile.mobileInvalid'),
    }),
    send: ({ fullName, email, mobile }) =>
      saveProfile({
        fullName: fullName.trim(),
        email: readEmail(email) ?? email,
        mobile: readMobile(mobile),
      }),
    changes: accountRoutes,
    onSent: ({ sentTo }) => {
      const title =
        sentTo === null ? t('account:profile.unchanged') : t('account:profile.changeSent', { email: sentTo });
      showToast({ id: 'profile', tone: 'success', title });
    },
  });
  return (
    <Section title={t('account:profile.title')}>
      <Form form={form} submitLabel={t('common:actions.save')}>
        <TextInput
          label={t('account:profile.fullName')}
          maxLength={fullNameMax}
          {...form.field('fullName')}
        />
        <TextInput
          type="email"
          dir="ltr"
          label={t('common:fields.email')}
          description={
            pendingEmail === null ? undefined : t('account:profile.changeSent', { email: pendingEmail })
          }
          {...form.field('email')}
        />
        <TextInput
          type="tel"
          dir="ltr"
          label={`${t('account:profile.mobile')} (${t('common:words.optional')})`}
          {...form.field('mobile')}
        />
      </Form>
    </Section>
  );
}
