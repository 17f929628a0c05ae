import { useTranslation } from 'react-i18next';
import { failureText } from '../../platform/failure.words.ts';
import { showToast } from '../../ui/toasts.tsx';

/** Saves a file, and says why where it cannot. */
export function useSaving(): (work: () => Promise<void>) => void {
  const { t } = useTranslation('common');
  return (work) =>
    void work().catch((error: unknown) => {
      const title = failureText(error, t);
      if (title) showToast({ id: 'command', tone: 'error', title });
    });
}
