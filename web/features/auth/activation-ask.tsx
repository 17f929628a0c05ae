import { useTranslation } from 'react-i18next';
import { askLinkAgain } from './activation.calls.ts';
import { AskForm } from './ask-form.tsx';

/** On the page of a dead link: the link once more, by e-mail or username. */
export default function ActivationAsk() {
  const { t } = useTranslation('auth');
  return (
    <AskForm
      label={t('auth:login.username')}
      missing={t('auth:login.usernameRequired')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      submitLabel={t('auth:activation.again')}
      ask={askLinkAgain}
    />
  );
}
