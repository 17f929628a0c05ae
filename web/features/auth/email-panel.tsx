import { useTranslation } from 'react-i18next';
import { sendCorrectEmail } from './activation.calls.ts';
import { AskForm, AskPanel } from './ask-form.tsx';

interface EmailPanelProps {
  /** What the person has just signed in with: the portal checks it once more. */
  credentials: { username: string; password: string };
  onBack: () => void;
}

/** Another address for an application whose e-mail nobody has verified. */
export default function EmailPanel({ credentials, onBack }: EmailPanelProps) {
  const { t } = useTranslation(['auth', 'common']);
  return (
    <AskPanel title={t('auth:activation.correctTitle')} help={t('auth:activation.correctHelp')}>
      <AskForm
        type="email"
        label={t('common:fields.email')}
        missing={t('common:validation.required')}
        autoComplete="email"
        autoFocus
        submitLabel={t('auth:activation.again')}
        ask={(email) => sendCorrectEmail(credentials, email)}
        onBack={onBack}
      />
    </AskPanel>
  );
}
