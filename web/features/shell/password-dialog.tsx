import { useTranslation } from 'react-i18next';
import { useForm } from '../../platform/form.ts';
import { givePassword, passwordError } from '../../platform/own-password.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { PasskeyConfirmation } from './passkey-confirmation.tsx';

/** Asks for the own password once more, or a passkey; closing it leaves all as it was. */
export default function PasswordDialog({ onAnswer }: { onAnswer: (given: boolean) => void }) {
  const { t } = useTranslation(['common', 'confirm', 'auth']);
  const form = useForm({
    start: { password: '' },
    check: ({ password }) => ({ password: password === '' && t('auth:login.passwordRequired') }),
    send: ({ password }) => givePassword(password),
    refusal: (error) => ({ password: passwordError(error, t) }),
    onSent: () => onAnswer(true),
  });
  return (
    <FormDialog
      form={form}
      title={t('confirm:password.title')}
      submitLabel={t('common:actions.confirm')}
      onClose={() => onAnswer(false)}
    >
      <PasskeyConfirmation onGiven={() => onAnswer(true)} />
      <PasswordField
        label={t('common:fields.password')}
        description={t('confirm:password.help')}
        autoComplete="current-password"
        data-autofocus
        {...form.field('password')}
      />
    </FormDialog>
  );
}
