import { passwordStrength } from '@mizan/contract/password-strength.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../platform/form.ts';
import { newPasswordError, setNewPassword } from '../../platform/own-password.ts';
import { Form } from '../../ui/form.tsx';
import { Section } from '../../ui/page.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
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
    refusal: (error) => newPasswordError(error, t),
    empties: true,
    changes: accountRoutes,
    onSent: () => showToast({ id: 'password', tone: 'success', title: t('auth:reset.doneTitle') }),
  });
  return (
    <Section title={t('common:fields.password')}>
      <Form form={form} submitLabel={t('account:password.change')}>
        <PasswordField
          label={t('account:password.current')}
          autoComplete="current-password"
          {...form.field('current')}
        />
        <PasswordField
          label={t('auth:reset.newPassword')}
          autoComplete="new-password"
          {...form.field('next')}
        />
        <StrengthMeter password={form.values.next} />
        <PasswordField
          label={t('auth:reset.confirmPassword')}
          autoComplete="new-password"
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
