import type { TerminalRow } from '@mizan/contract/terminals.ts';
import type { TFunction } from 'i18next';
import { formatRelative } from '../../platform/formats.ts';
import { ConnectionBadge } from '../../ui/connection-badge.tsx';
import { columnsOf } from '../../ui/data-table.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { batteryText, branchName, flagText, wifiText } from '../../ui/terminal.words.ts';
import classes from './terminal.module.css';

const column = columnsOf<TerminalRow>();

export function terminalColumns(t: TFunction) {
  const plain = (id: string, header: string, cell: (terminal: TerminalRow) => React.ReactNode) =>
    column.display({ id, header, cell: ({ row }) => cell(row.original) });
  return column.columns([
    plain('tid', t('common:fields.terminalId'), (each) => (
      <strong className={classes['tid']}>
        <Identifier>{each.tid}</Identifier>
      </strong>
    )),
    plain('connection', t('terminals:columns.connection'), (each) => (
      <ConnectionBadge connection={each.connection} />
    )),
    plain('branch', t('transactions:columns.branch'), branchName),
    plain('cashier', t('transactions:columns.cashier'), (each) => each.cashierName ?? '—'),
    plain('model', t('terminals:columns.model'), (each) => (
      <Identifier>{`${each.brand} ${each.model}`}</Identifier>
    )),
    plain('battery', t('terminals:telemetry.battery'), (each) => batteryText(each, t)),
    plain('wifi', t('terminals:telemetry.wifi'), (each) => wifiText(each, t)),
    plain('paper', t('terminals:telemetry.paper'), (each) =>
      flagText(each.paper, t, 'terminals:telemetry.paperEnough', 'terminals:telemetry.paperOut'),
    ),
    plain('heard', t('terminals:telemetry.heard'), (each) =>
      each.lastSeenAt ? formatRelative(each.lastSeenAt) : '—',
    ),
  ]);
}
