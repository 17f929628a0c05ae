import { ActionIcon, Menu } from '@mantine/core';
import type { BankFileDetail } from '@mizan/contract/reconciliation.ts';
import { IconArrowBackUp, IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../platform/failure.words.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { useUndo } from './reconciliation.queries.ts';

/** Takes a file back, after asking once. */
export function UndoButton({ detail }: { detail: BankFileDetail }) {
  const { t } = useTranslation(['reconciliation', 'common']);
  const [asking, setAsking] = useState(false);
  const undo = useUndo(detail.id);

  function confirm(): void {
    undo.mutate(undefined, {
      onSuccess: () => setAsking(false),
      onError: (error) => showToast({ tone: 'error', title: failureText(error, t) }),
    });
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="lg" aria-label={t('reconciliation:undo.more')}>
            <IconDots size={18} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconArrowBackUp size={16} stroke={1.6} />} onClick={() => setAsking(true)}>
            {t('reconciliation:undo.action')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asking}
        title={t('reconciliation:undo.title')}
        confirmLabel={t('reconciliation:undo.action')}
        danger
        working={undo.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {t(`reconciliation:undo.${detail.state === 'DONE' ? 'help' : 'helpUnread'}`)}
      </ConfirmDialog>
    </>
  );
}
