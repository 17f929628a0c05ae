import { ActionIcon, Menu } from '@mantine/core';
import { type BankFileDetail, undoBankFile } from '@mizan/contract/reconciliation.ts';
import { IconArrowBackUp, IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { CommandQuestion } from '../../ui/command-button.tsx';
import { refreshFiles } from './bank-file/reconciliation.queries.ts';

/** Takes a file back, after asking once. */
export function UndoButton({ detail }: { detail: BankFileDetail }) {
  const { t } = useTranslation('reconciliation');
  const [asking, setAsking] = useState(false);
  const undo = useCommand(undoBankFile, { onDone: refreshFiles });
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
      <CommandQuestion
        command={undo}
        about={asking ? { params: { id: detail.id } } : null}
        title={t('reconciliation:undo.title')}
        help={t(`reconciliation:undo.${detail.state === 'DONE' ? 'help' : 'helpUnread'}`)}
        confirmLabel={t('reconciliation:undo.action')}
        danger
        onClose={() => setAsking(false)}
      />
    </>
  );
}
