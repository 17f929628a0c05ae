import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isBeside } from '../../platform/beside-form.ts';
import { readSession } from '../../platform/session.store.ts';
import { answerLeaving, hasUnsaved, mayLeave } from '../../platform/unsaved.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Says that changes are not saved before their person leaves them: by the menu, a logout, a reload, a closed tab. */
export function UnsavedGuard() {
  const { t } = useTranslation('account');
  const [answer, setAnswer] = useState<((leaves: boolean) => void) | null>(null);
  useEffect(
    () =>
      answerLeaving(
        () =>
          new Promise((resolve) => {
            setAnswer(() => (leaves: boolean) => {
              setAnswer(null);
              resolve(leaves);
            });
          }),
      ),
    [],
  );
  useBlocker({
    // Whose session has ended is led to the sign-in, and was asked before if it was by a logout.
    shouldBlockFn: async ({ current, next }) =>
      !isBeside(current, next) && readSession() !== null && !(await mayLeave()),
    enableBeforeUnload: hasUnsaved,
  });
  return (
    <ConfirmDialog
      opened={answer !== null}
      title={t('account:unsaved.title')}
      confirmLabel={t('account:unsaved.leave')}
      onConfirm={() => answer?.(true)}
      onClose={() => answer?.(false)}
    >
      {t('account:unsaved.help')}
    </ConfirmDialog>
  );
}
