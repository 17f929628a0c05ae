import type { ExportedTerminals, TerminalRow } from '@mizan/contract/terminals.ts';
import { riyadhMoment } from '../../platform/exports/cell-texts.ts';
import type { ExportColumn, ExportRow, ExportTable } from '../../platform/exports/export-sheet.ts';
import { plainText } from '../../platform/exports/safe-text.ts';
import { type Reader, type Words, wordsFor } from '../../platform/words.ts';
import { readTerminals, type TerminalDeps } from './terminals.service.ts';

/** In their order, and how wide each is beside the others. */
const columns = {
  tid: 10,
  label: 14,
  branch: 14,
  cashier: 16,
  kind: 8,
  connection: 14,
  lastSeen: 17,
  brand: 10,
  model: 12,
  manufacturer: 16,
  serial: 14,
  reportedModel: 12,
  version: 9,
  provider: 10,
  madaApp: 9,
  madaPackage: 10,
  packageFit: 18,
  healthAt: 17,
  battery: 8,
  wifi: 14,
  signal: 8,
  bluetooth: 9,
  paper: 10,
  ip: 14,
} as const;
type ColumnName = keyof typeof columns;
const columnNames = Object.keys(columns) as ColumnName[];

/** What the screens call it. */
const namedElsewhere: Partial<Record<ColumnName, string>> = {
  tid: 'common:fields.terminalId',
  branch: 'transactions:columns.branch',
  cashier: 'transactions:columns.cashier',
  connection: 'terminals:columns.connection',
  model: 'terminals:columns.model',
  manufacturer: 'terminals:columns.manufacturer',
  serial: 'terminals:columns.serial',
  version: 'terminals:columns.version',
  provider: 'terminals:columns.provider',
  madaApp: 'terminals:telemetry.madaApp',
  madaPackage: 'terminals:telemetry.madaPackage',
  battery: 'terminals:telemetry.battery',
  bluetooth: 'terminals:telemetry.bluetooth',
  paper: 'terminals:telemetry.paper',
  ip: 'common:fields.ip',
};

const connectionWords = {
  CONNECTED: 'connected',
  RECONNECTING: 'reconnecting',
  DISCONNECTED: 'disconnected',
  NEVER: 'never',
} as const satisfies Record<TerminalRow['connection'], string>;
/** As the list says it: what has its key and was never heard of waits for nobody's pairing. */
const connectionWord = ({ connection, isPaired }: TerminalRow): string =>
  connection === 'NEVER' && isPaired ? 'paired' : connectionWords[connection];

const momentOf = (instant: string | null): string | null => instant && riyadhMoment(new Date(instant));

/** What it said of its health stands beside when it said so: a figure without its age would be one of now. */
function healthCells(row: TerminalRow, { text }: Words): Partial<Record<ColumnName, string | null>> {
  const flag = (said: boolean | null, yes: string, no: string) =>
    said === null ? null : text(said ? yes : no);
  const { batteryPercent, wifiRssi, telemetryAt, madaApp } = row;
  return {
    healthAt: momentOf(telemetryAt),
    battery: batteryPercent === null ? null : `${batteryPercent}%`,
    wifi: row.wifiSsid,
    signal: wifiRssi === null ? null : `${wifiRssi} dBm`,
    bluetooth: flag(row.bluetooth, 'terminals:telemetry.on', 'terminals:telemetry.off'),
    paper: flag(row.paper, 'terminals:telemetry.paperEnough', 'terminals:telemetry.paperOut'),
    ip: row.ipAddress,
    madaApp: madaApp ?? (telemetryAt === null ? null : text('terminals:telemetry.notInstalled')),
  };
}

function cellsOf(row: TerminalRow, words: Words): ExportRow {
  const { text, language } = words;
  const cells: Partial<Record<ColumnName, string | null>> = {
    ...healthCells(row, words),
    tid: row.tid,
    label: row.label,
    branch: { en: row.branchNameEn, ar: row.branchNameAr }[language],
    cashier: row.cashierName,
    kind: row.isTest ? text('common:test') : null,
    connection: text(`terminals:connection.${connectionWord(row)}`),
    lastSeen: momentOf(row.lastSeenAt),
    brand: row.brand,
    model: row.model,
    manufacturer: row.manufacturer,
    serial: row.serialNumber,
    reportedModel: row.reportedModel,
    version: row.version,
    provider: row.provider,
    madaPackage: row.madaPackage,
    packageFit: row.madaPackage === null ? null : text(`exports:terminals.fit.${row.packageFit}`),
  };
  return columnNames.map((name) => {
    const cell = cells[name] ?? null;
    return cell === null ? null : plainText(cell);
  });
}

/** The terminals that show as a table for a file, in the order of their numbers, in the language of its reader. */
export async function terminalsTable(
  { db, clock }: TerminalDeps,
  merchantId: string,
  { service, id }: ExportedTerminals,
  reader: Reader,
): Promise<ExportTable & { fileTitle: string }> {
  const words = wordsFor(reader);
  const { text, moment } = words;
  const chosen = id && new Set(id);
  const all = await readTerminals(db, merchantId, service === 'retired' ? 'RETIRED' : 'IN_SERVICE');
  const shown = chosen ? all.filter((row) => chosen.has(row.id)) : all;
  async function* rows(): AsyncGenerator<readonly ExportRow[]> {
    yield shown.map((row) => cellsOf(row, words));
  }
  const title = text(`exports:terminals.title.${service ?? 'inService'}`);
  return {
    title,
    fileTitle: title,
    facts: [
      ...(chosen ? [text('exports:terminals.filtered')] : []),
      text('exports:made', { when: moment(clock.now()) }),
    ],
    columns: columnNames.map(
      (name): ExportColumn => ({
        name: text(namedElsewhere[name] ?? `exports:terminals.column.${name}`),
        kind: 'text',
        letters: columns[name],
      }),
    ),
    reader,
    rowsTotal: shown.length,
    rows: rows(),
    totals: () => [],
  };
}
