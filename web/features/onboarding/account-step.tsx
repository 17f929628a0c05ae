import { useTranslation } from 'react-i18next';
import { StrengthMeter } from '../../ui/strength-meter.tsx';
import { useForm } from './form-context.ts';
import { FormField, NewPassword, useProblem } from './form-field.tsx';

/** Who will own the merchant: username and password. */
export function AccountStep() {
  const { t } = useTranslation('onboarding');
  const { valueOf, change } = useForm();
  return (
    <>
      <p>{t('onboarding:account.help')}</p>
      <FormField path="account.username" />
      <FormField path="account.password" />
      <StrengthMeter password={valueOf('account.password')} />
      <NewPassword
        label={t('onboarding:fields.repeat')}
        value={valueOf('account.repeat')}
        onChange={(value) => change('account.repeat', value)}
        error={useProblem('account.repeat')}
      />
    </>
  );
}
