import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { WorkingButton } from '../../ui/working-button.tsx';

interface OpensChoiceProps {
  /** Whoever looks on as somebody else may not do what is chosen. */
  isRefused: boolean;
  onOpen: () => void;
  children: ReactNode;
}

/** The button of another way out, behind which something is chosen first. */
export function OpensChoice({ isRefused, onOpen, children }: OpensChoiceProps) {
  const { t } = useTranslation('common');
  return (
    <WorkingButton
      variant="default"
      working={false}
      held={isRefused}
      title={isRefused ? t('common:toast.lookingOn') : undefined}
      onClick={onOpen}
    >
      {children}
    </WorkingButton>
  );
}
