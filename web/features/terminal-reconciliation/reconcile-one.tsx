import {
  listTerminalReconciliations,
  listTerminalStates,
  reconcileTerminals,
} from '@mizan/contract/terminal-reconciliation.ts';
import { IconScale } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { runAndSay } from '../../ui/command-button.tsx';
import { WorkingButton } from '../../ui/working-button.tsx';
import { type HeldTerminal, heldBy } from './held-by.ts';
import { isUnderWay } from './not-reconciled.ts';
import classes from './terminal-reconciliation.module.css';
import { useTerminalStates } from './terminal-reconciliation.queries.ts';

/** Has one terminal reconcile now, or says why that has to wait. */
export function ReconcileOne({ terminal }: { terminal: HeldTerminal }) {
  const { t } = useTranslation(['reconcile', 'common']);
  const state = useTerminalStates().data?.rows.find(({ terminalId }) => terminalId === terminal.id);
  const held = heldBy(terminal, state !== undefined && isUnderWay(state));
  const command = useCommand(reconcileTerminals, {
    changes: [listTerminalStates, listTerminalReconciliations],
    done: ({ rows }) => rows.map(({ outcome }) => t(`reconcile:now.${outcome}`, { count: 1 })).join(' '),
  });
  const reason = `held-${terminal.id}`;
  return (
    <span className={classes['held']}>
      <WorkingButton
        variant="default"
        leftSection={<IconScale size={16} stroke={1.6} aria-hidden="true" />}
        working={command.isWorking}
        held={held !== null || command.isRefused}
        title={command.isRefused ? t('common:toast.lookingOn') : undefined}
        {...(held !== null && { 'aria-describedby': reason })}
        onClick={() => void runAndSay(command, { body: { terminalIds: [terminal.id] } })}
      >
        {t('reconcile:one.now')}
      </WorkingButton>
      {held !== null && (
        <span id={reason} className={classes['heldWhy']}>
          {t(`reconcile:one.held.${held}`)}
        </span>
      )}
    </span>
  );
}
