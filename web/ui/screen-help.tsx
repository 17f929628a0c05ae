import { IconHelpCircle } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../platform/lazy-part.ts';

/** Which terms, and what is said of them, load when somebody first asks. */
const TermsDialog = lazyPart(() => import('./terms-dialog.tsx'));

export interface ScreenHelpProps {
  className: string | undefined;
  /** Beside the mark; without it the mark alone is named. */
  children?: ReactNode;
}

/** A button that explains the terms of the field that the screen uses. */
export function ScreenHelp({ className, children }: ScreenHelpProps) {
  const { t } = useTranslation('common');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={children ? undefined : t('common:words.ofScreen')}
        onClick={() => setOpened(true)}
      >
        <IconHelpCircle size={20} stroke={1.6} aria-hidden="true" />
        {children}
      </button>
      {opened && (
        <Suspense>
          <TermsDialog onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
