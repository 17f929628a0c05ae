import { PasswordInput } from '@mantine/core';
import { passwordStrength } from '@mizan/contract/password-strength.ts';
import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passwordError, setNewPassword } from '../../platform/own-password.ts';
import { useUnsaved } from '../../platform/unsaved.ts';
import { focusInvalid } from '../../ui/focus-invalid.ts';
import { Section } from '../../ui/page.tsx';
import { StrengthMeter } from '../../ui/strength-meter.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { WorkingButton } from '../../ui/working-button.tsx';
import classes from './account.module.css';
import { useRefreshAccount } from './account.queries.ts';

const empty = { current: '', next: '', repeated: '' };

/** A new password; every other session and every trusted device ends with the old one. */
export function PasswordForm() {
  const { t } = useTranslation(['account', 'auth', 'common']);
  const [fields, setFields] = useState(empty);
  const [checked, setChecked] = useState(false);
  const refresh = useRefreshAccount();
  const change = useMutation({
    mutationFn: () => setNewPassword(fields.current, fields.next),
    onSuccess: async () => {
      setFields(empty);
      setChecked(false);
      showToast({ id: 'password', tone: 'success', title: t('auth:reset.doneTitle') });
      await refresh();
    },
  });
  useUnsaved(Object.values(fields).some((typed) => typed !== '') && !change.isPending);
  const problems = {
    current: fields.current === '' && t('auth:login.passwordRequired'),
    next: nextProblem(fields.next, t),
    repeated: fields.repeated !== fields.next && t('auth:reset.mismatch'),
  };

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setChecked(true);
    if (problems.current || problems.next || problems.repeated) focusInvalid(event.currentTarget);
    else change.mutate();
  }
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    error: checked && problems[name],
    visibilityToggleButtonProps: { 'aria-label': t('auth:login.showPassword') },
    onChange: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [name]: event.currentTarget.value }),
  });
  return (
    <Section title={t('common:fields.password')}>
      <form className={classes['form']} onSubmit={submit} noValidate>
        <PasswordInput
          label={t('account:password.current')}
          autoComplete="current-password"
          {...field('current')}
        />
        <PasswordInput label={t('auth:reset.newPassword')} autoComplete="new-password" {...field('next')} />
        <StrengthMeter password={fields.next} />
        <PasswordInput
          label={t('auth:reset.confirmPassword')}
          autoComplete="new-password"
          {...field('repeated')}
        />
        {change.isError && (
          <p role="alert" className={classes['error']}>
            {passwordError(change.error, t)}
          </p>
        )}
        <WorkingButton type="submit" working={change.isPending}>
          {t('account:password.change')}
        </WorkingButton>
      </form>
    </Section>
  );
}

function nextProblem(password: string, t: TFunction): string | false {
  if (password === '') return t('auth:reset.empty');
  return passwordStrength(password) !== 'Strong' && t('auth:reset.weak');
}
