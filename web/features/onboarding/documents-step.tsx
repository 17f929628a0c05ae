import { onboardingLimits } from '@mizan/contract/onboarding-rules.ts';
import { useTranslation } from 'react-i18next';
import { DocumentsList } from './documents-list.tsx';
import type { DraftProps } from './onboarding-draft.ts';

/** What proves the business. */
export function DocumentsStep({ draft, setDraft }: DraftProps) {
  const { t } = useTranslation('onboarding');
  return (
    <>
      <p>{t('onboarding:documents.help', { count: onboardingLimits.documents })}</p>
      <DocumentsList
        token={draft.token}
        documents={draft.documents}
        onAdded={(added) => setDraft((now) => ({ ...now, documents: [...now.documents, added] }))}
        onRemoved={(id) =>
          setDraft((now) => ({ ...now, documents: now.documents.filter((each) => each.id !== id) }))
        }
      />
    </>
  );
}
