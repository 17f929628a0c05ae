import type { TerminalRow } from '@mizan/contract/terminals.ts';
import {
  IconBattery3,
  IconBuildingStore,
  IconPlugConnected,
  IconReceipt,
  IconWifi,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRelative } from '../platform/formats.ts';
import { ConnectionBadge } from './connection-badge.tsx';
import { type Fact, Facts } from './facts.tsx';
import { Identifier } from './identifier.tsx';
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

/** Everything else a terminal says of itself. */
export function TerminalFacts({ terminal }: { terminal: TerminalRow }) {
  const { t } = useTranslation(['terminals', 'transactions', 'common']);
  const code = (value: string | null): ReactNode =>
    value === null ? null : <Identifier>{value}</Identifier>;
  const facts: Fact[] = [
    [t('terminals:columns.serial'), code(terminal.serialNumber)],
    [t('terminals:columns.brand'), terminal.brand],
    [t('terminals:columns.manufacturer'), terminal.manufacturer],
    [t('terminals:columns.model'), code(terminal.model)],
    [t('terminals:columns.version'), code(terminal.version)],
    [t('terminals:columns.provider'), terminal.provider],
    [t('transactions:columns.cashier'), terminal.cashierName],
    [
      t('terminals:telemetry.bluetooth'),
      flagText(terminal.bluetooth, t, 'terminals:telemetry.on', 'terminals:telemetry.off'),
    ],
    [t('terminals:telemetry.network'), code(terminal.wifiSsid)],
    [t('common:fields.ip'), code(terminal.ipAddress)],
    [
      t('terminals:telemetry.madaApp'),
      terminal.batteryPercent === null
        ? null
        : (code(terminal.madaApp) ?? t('terminals:telemetry.notInstalled')),
    ],
    [t('terminals:telemetry.madaPackage'), code(terminal.madaPackage)],
    [t('terminals:telemetry.heard'), terminal.lastSeenAt && formatRelative(terminal.lastSeenAt)],
  ];
  return <Facts facts={facts} />;
}
