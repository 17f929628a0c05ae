import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { apart } from '../../platform/formats.ts';
import { columnsOf } from '../../ui/data-table.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { batteryText, branchName, flagText, wifiText } from '../../ui/terminal.words.ts';
import { TestBadge } from '../../ui/test-badge.tsx';
import { type AttentionKind, attentionOf, type LeftOuts } from './attention.ts';
import { TerminalLine } from './heartbeat.tsx';
import type { AnsweredAt } from './heartbeat-age.ts';
import classes from './terminal.module.css';

const column = columnsOf<TerminalRow>();
const dash = '—';
const code = (value: string | null): ReactNode => (value === null ? dash : <Identifier>{value}</Identifier>);

export interface ColumnsOf {
  answered: AnsweredAt;
  leftOuts: LeftOuts;
}

/** What asks for a person, as signs beside what it is about; read out in words. */
export function Signs({ kinds, t }: { kinds: readonly AttentionKind[]; t: TFunction }) {
  if (kinds.length === 0) return null;
  const words = kinds.map((kind) => t(`terminals:attention.${kind}`)).join(t('terminals:warnings.and'));
  return (
    <span className={classes['sign']} title={words}>
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
      <span className="mz-visually-hidden">{words}</span>
    </span>
  );
}

const plain = (id: string, header: string, cell: (terminal: TerminalRow) => ReactNode) =>
  column.display({ id, header, cell: ({ row }) => cell(row.original) });

function firstColumns(t: TFunction, { answered, leftOuts }: ColumnsOf) {
  const beside = (kinds: readonly AttentionKind[]) => (each: TerminalRow) =>
    attentionOf(each, leftOuts.get(each.id)).filter((kind) => kinds.includes(kind));
  const ofMoney = beside(['NOT_RECONCILED']);
  const ofDevice = beside(['PACKAGE', 'MODEL']);
  return [
    plain('tid', t('common:fields.terminalId'), (each) => (
      <span className={classes['named']}>
        <strong className={classes['tid']}>
          <Identifier>{each.tid}</Identifier>
        </strong>
        {each.isTest && <TestBadge />}
        <Signs kinds={ofMoney(each)} t={t} />
      </span>
    )),
    plain('connection', t('terminals:columns.heartbeat'), (each) => (
      <TerminalLine terminal={each} answered={answered} />
    )),
    plain('branch', t('transactions:columns.branch'), (each) => (
      <>
        <bdi>{branchName(each)}</bdi>
        {each.branchStatus !== 'ACTIVE' && `${apart}${t('terminals:columns.branchStopped')}`}
      </>
    )),
    plain('model', t('terminals:columns.model'), (each) => (
      <span className={classes['named']}>
        <Identifier>{`${each.brand} ${each.model}`}</Identifier>
        <Signs kinds={ofDevice(each)} t={t} />
      </span>
    )),
  ];
}

/** Who works where, and what decides whether the next payment will work. */
export function healthColumns(t: TFunction, of: ColumnsOf) {
  const battery = (each: TerminalRow) => {
    const isLow = attentionOf(each, undefined).includes('LOW_BATTERY');
    return (
      <span data-low={isLow || undefined} className={classes['figure']}>
        {batteryText(each, t)}
      </span>
    );
  };
  return column.columns([
    ...firstColumns(t, of),
    plain('cashier', t('transactions:columns.cashier'), (each) => <bdi>{each.cashierName ?? dash}</bdi>),
    plain('battery', t('terminals:telemetry.battery'), battery),
    plain('wifi', t('terminals:telemetry.wifi'), (each) => wifiText(each, t)),
    plain('bluetooth', t('terminals:telemetry.bluetooth'), (each) =>
      flagText(each.bluetooth, t, 'terminals:telemetry.on', 'terminals:telemetry.off'),
    ),
    plain('paper', t('terminals:telemetry.paper'), (each) =>
      flagText(each.paper, t, 'terminals:telemetry.paperEnough', 'terminals:telemetry.paperOut'),
    ),
  ]);
}

/** What the device is, and what is installed on it. */
export function deviceColumns(t: TFunction, of: ColumnsOf) {
  return column.columns([
    ...firstColumns(t, of),
    plain('manufacturer', t('terminals:columns.manufacturer'), (each) => each.manufacturer),
    plain('serial', t('terminals:columns.serial'), (each) => code(each.serialNumber)),
    plain('version', t('terminals:columns.version'), (each) => code(each.version)),
    plain('madaApp', t('terminals:telemetry.madaApp'), (each) =>
      each.telemetryAt === null
        ? dash
        : each.madaApp === null
          ? t('terminals:telemetry.notInstalled')
          : code(each.madaApp),
    ),
    plain('madaPackage', t('terminals:telemetry.madaPackage'), (each) => code(each.madaPackage)),
    plain('provider', t('terminals:columns.provider'), (each) => each.provider ?? dash),
    plain('ip', t('common:fields.ip'), (each) => code(each.ipAddress)),
  ]);
}
