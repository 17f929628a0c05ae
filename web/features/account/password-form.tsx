import { PasswordInput } from '@mantine/core';
import { passwordStrength } from '@mizan/contract/password-strength.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../platform/form.ts';
import { passwordError, setNewPassword } from '../../platform/own-password.ts';
import { Form } from '../../ui/form.tsx';
import { Section } from '../../ui/page.tsx';
import { StrengthMeter } from '../../ui/strength-meter.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { accountRoutes } from './account.queries.ts';

/** A new password; every other session and every trusted device ends with the old one. */
export function PasswordForm() {
  const { t } = useTranslation(['account', 'auth', 'common']);
  const form = useForm({
    start: { current: '', next: '', repeated: '' },
    check: ({ current, next, repeated }) => ({
      current: current === '' && t('auth:login.passwordRequired'),
      next: nextProblem(next, t),
      repeated: repeated !== next && t('auth:reset.mismatch'),
    }),
    send: ({ current, next }) => setNewPassword(current, next),
    refusal: (error) => passwordError(error, t),
    empties: true,
    changes: accountRoutes,
    onSent: () => showToast({ id: 'password', tone: 'success', title: t('auth:reset.doneTitle') }),
  });
  const eye = { 'aria-label': t('auth:login.showPassword') };
  return (
    <Section title={t('common:fields.password')}>
      <Form form={form} submitLabel={t('account:password.change')}>
        <PasswordInput
          label={t('account:password.current')}
          autoComplete="current-password"
          visibilityToggleButtonProps={eye}
          {...form.field('current')}
        />
        <PasswordInput
          label={t('auth:reset.newPassword')}
          autoComplete="new-password"
          visibilityToggleButtonProps={eye}
          {...form.field('next')}
        />
        <StrengthMeter password={form.values.next} />
        <PasswordInput
          label={t('auth:reset.confirmPassword')}
          autoComplete="new-password"
          visibilityToggleButtonProps={eye}
          {...form.field('repeated')}
        />
      </Form>
    </Section>
  );
}

function nextProblem(password: string, t: TFunction): string | false {
  if (password === '') return t('auth:reset.empty');
  return passwordStrength(password) !== 'Strong' && t('auth:reset.weak');
}
