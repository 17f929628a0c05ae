import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A password of a form. Mantine marks its frame alone as wrong; the field itself is what readers hear and forms lead to. */
export function PasswordField({ error, ...props }: PasswordInputProps) {
  const { t } = useTranslation('auth');
  return (
    <PasswordInput
      {...props}
      error={error}
      aria-invalid={Boolean(error)}
      visibilityToggleButtonProps={{ 'aria-label': t('auth:login.showPassword') }}
    />
  );
}
