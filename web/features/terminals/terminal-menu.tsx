import { ActionIcon, Menu } from '@mantine/core';
import { getTerminalByTid, listLineLog, type TerminalDetail } from '@mizan/contract/terminal-history.ts';
import { retireTerminal, returnTerminal } from '@mizan/contract/terminal-manage.ts';
import { listRetiredTerminals, listTerminals, makePairingCode } from '@mizan/contract/terminals.ts';
import { IconArchive, IconDeviceMobilePlus, IconDots, IconPencil } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { useMay } from '../../platform/use-may.ts';
import { CommandButton, CommandQuestion } from '../../ui/command-button.tsx';
import classes from './terminal-detail.module.css';

const changes = [getTerminalByTid, listTerminals, listRetiredTerminals, listLineLog];
type Panel = 'pair' | 'change';

/** Why a terminal stays in service: the payment that has no result yet by its number, or that it is reconciling. */
export function retireRefusal(error: unknown, t: TFunction): string | undefined {
  if (!isApiError(error) || error.code !== 'terminalBusy') return undefined;
  const id = error.details['transactionId'];
  return id === undefined ? t('terminals:retire.reconciling') : t('terminals:retire.undecided', { id });
}

/** What is done with a terminal less often: another device, another place, an end. */
export function TerminalMenu({
  terminal,
  onPanel,
}: {
  terminal: TerminalDetail;
  onPanel: (panel: Panel) => void;
}) {
  const { t } = useTranslation('terminals');
  const [asking, setAsking] = useState(false);
  const retire = useCommand(retireTerminal, {
    changes,
    done: () => t('terminals:retire.done'),
    refusal: (error) => retireRefusal(error, t),
  });
  const [mayManage, mayPair] = [useMay(retireTerminal), useMay(makePairingCode)];
  if (!mayManage && !mayPair) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('terminals:detail.more')}>
            <IconDots size={18} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayManage && (
            <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={() => onPanel('change')}>
              {t('terminals:assign.action')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconDeviceMobilePlus size={16} stroke={1.6} />}
            onClick={() => onPanel('pair')}
          >
            {t(terminal.isPaired ? 'terminals:detail.replace' : 'terminals:detail.pair')}
          </Menu.Item>
          {mayManage && (
            <Menu.Item
              color="var(--mz-danger)"
              leftSection={<IconArchive size={16} stroke={1.6} />}
              onClick={() => setAsking(true)}
            >
              {t('terminals:retire.action')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <CommandQuestion
        command={retire}
        about={asking ? { params: { id: terminal.id } } : null}
        onClose={() => setAsking(false)}
        title={t('terminals:retire.title', { tid: terminal.tid })}
        confirmLabel={t('terminals:retire.action')}
        danger
        help={
          <ul className={classes['consequences']}>
            <li>{t('terminals:retire.device')}</li>
            {terminal.cashierName !== null && (
              <li>{t('terminals:retire.cashier', { name: terminal.cashierName })}</li>
            )}
            <li>{t('terminals:retire.totals')}</li>
            <li>{t('terminals:retire.history')}</li>
          </ul>
        }
      />
    </>
  );
}

/** Brings a terminal back that is out of service. */
export function ReturnButton({ terminal }: { terminal: TerminalDetail }) {
  const { t } = useTranslation('terminals');
  const command = useCommand(returnTerminal, { changes, done: () => t('terminals:retire.returned') });
  if (!useMay(returnTerminal)) return null;
  return (
    <CommandButton command={command} args={{ params: { id: terminal.id } }} variant="default">
      {t('terminals:retire.return')}
    </CommandButton>
  );
}
