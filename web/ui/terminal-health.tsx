import type { TerminalRow } from '@mizan/contract/terminals.ts';
import {
  IconBattery3,
  IconBuildingStore,
  IconPlugConnected,
  IconReceipt,
  IconWifi,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ConnectionBadge } from './connection-badge.tsx';
import { type Fact, Facts } from './facts.tsx';
import { batteryText, branchName, flagText, wifiText } from './terminal.words.ts';

/** The five things that decide whether a payment will work. */
export function TerminalHealth({ terminal }: { terminal: TerminalRow }) {
  const { t } = useTranslation(['terminals', 'transactions']);
  const facts: Fact[] = [
    [
      t('terminals:columns.connection'),
      <ConnectionBadge key="connection" connection={terminal.connection} />,
      IconPlugConnected,
    ],
    [t('terminals:telemetry.wifi'), wifiText(terminal, t), IconWifi],
    [t('terminals:telemetry.battery'), batteryText(terminal, t), IconBattery3],
    [
      t('terminals:telemetry.paper'),
      flagText(terminal.paper, t, 'terminals:telemetry.paperEnough', 'terminals:telemetry.paperOut'),
      IconReceipt,
    ],
    [t('transactions:columns.branch'), branchName(terminal), IconBuildingStore],
  ];
  return <Facts facts={facts} />;
}
