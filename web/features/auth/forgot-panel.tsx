import { useTranslation } from 'react-i18next';
import { AskForm, AskPanel } from './ask-form.tsx';
import { askReset } from './sign-in.calls.ts';

interface ForgotPanelProps {
  /** The second panel of the verify screen: another heading, and a field without validation (rules S2 and S5). */
  onVerifyScreen?: boolean;
  onBack: () => void;
}

/** An email field, a reset button, a back button; the same answer for everyone (rules S7). */
export default function ForgotPanel({ onVerifyScreen = false, onBack }: ForgotPanelProps) {
  const { t } = useTranslation(['auth', 'common']);
  return (
    <AskPanel
      title={t(onVerifyScreen ? 'auth:reset.title' : 'auth:forgot.title')}
      help={t('auth:forgot.help')}
    >
      <AskForm
        type="email"
        label={t('common:fields.email')}
        missing={onVerifyScreen ? undefined : t('common:validation.required')}
        autoComplete="email"
        autoFocus
        submitLabel={t('auth:reset.submit')}
        ask={askReset}
        onBack={onBack}
      />
    </AskPanel>
  );
}
