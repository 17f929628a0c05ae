import { getClosedBranches } from '@mizan/contract/alerts.ts';
import type { TerminalDetail } from '@mizan/contract/terminal-history.ts';
import { type TerminalRow, whyNoPayment } from '@mizan/contract/terminals.ts';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { drawnIn, textOf } from '../../testing/drawn.tsx';
import type { LeftOuts } from './attention.ts';

/** One of whom no two things are the same, so that each can only stand in its own column. */
const row: TerminalRow = {
  id: '1',
  tid: '88501101',
  label: null,
  isTest: false,
  serialNumber: 'SER-77',
  brand: 'Ingenico',
  manufacturer: 'Worldline',
  model: 'DX8000',
  branchId: '3',
  branchNameEn: 'Olaya',
  branchNameAr: 'العليا',
  branchStatus: 'ACTIVE',
  cashierId: '5',
  cashierName: 'Sami',
  isPaired: true,
  connection: 'CONNECTED',
  lastSeenAt: '2026-11-22T11:00:00.000Z',
  telemetryAt: '2026-11-22T11:00:00.000Z',
  reportedModel: 'DX8000',
  batteryPercent: 83,
  charging: false,
  wifiSsid: 'shop',
  wifiRssi: -60,
  bluetooth: true,
  ipAddress: '192.168.1.20',
  madaApp: '5.1.9',
  madaPackage: '2026.10',
  packageFit: 'FITS',
  packagesNeeded: [],
  version: '1.4.2',
  provider: 'NeoPay',
  paper: false,
  openTransactionId: null,
};
const at = '2026-11-22T11:00:00.000Z';
const answered = { portal: '2026-11-22T11:00:04.000Z', hereMs: Date.parse('2026-11-22T11:00:04.000Z') };

beforeEach(() => void vi.useFakeTimers({ now: answered.hereMs, toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

interface Column {
  header: string;
  cell: (context: { row: { original: TerminalRow } }) => ReactNode;
}
type Which = 'healthColumns' | 'deviceColumns';
/** What stands in each cell of a row, under the heading of its column. */
async function cellsOf(language: 'en' | 'ar', which: Which, of: TerminalRow, leftOuts: LeftOuts = new Map()) {
  const { html, t } = await drawnIn(language);
  const columns = (await import('./terminals-columns.tsx'))[which](t, { answered, leftOuts });
  return Object.fromEntries(
    (columns as unknown as Column[]).map(({ header, cell }) => [
      header,
      textOf(html(cell({ row: { original: of } }))),
    ]),
  );
}

describe('a row of the list', () => {
  test('has each thing in its own column, in English', async () => {
    expect(await cellsOf('en', 'healthColumns', row)).toEqual({
      'Terminal ID': '88501101',
      'Connection, heartbeat': expect.stringMatching(/^Connected.*4 sec$/),
      Branch: 'Olaya',
      Model: 'Ingenico DX8000',
      Cashier: 'Sami',
      Battery: '83%',
      'Wi-Fi': 'Good',
      Bluetooth: 'On',
      'Receipt paper': 'Out of paper',
    });
    expect(await cellsOf('en', 'deviceColumns', row)).toMatchObject({
      Manufacturer: 'Worldline',
      'Serial number': 'SER-77',
      Version: '1.4.2',
      'Mada app': '5.1.9',
      'Mada package': '2026.10',
      Provider: 'NeoPay',
      'IP address': '192.168.1.20',
    });
  });

  test('has each thing in its own column, in Arabic', async () => {
    expect(await cellsOf('ar', 'healthColumns', row)).toEqual({
      'رقم الجهاز': '88501101',
      'الاتصال وآخر إشارة': expect.stringMatching(/^متصل.*٤/),
      الفرع: 'العليا',
      الطراز: 'Ingenico DX8000',
      'أمين الصندوق': 'Sami',
      البطارية: '٨٣٪',
      'إشارة الواي فاي': 'جيدة',
      البلوتوث: 'يعمل',
      'ورق الإيصالات': 'نفد الورق',
    });
    expect(await cellsOf('ar', 'deviceColumns', row)).toMatchObject({
      'تطبيق مدى': '5.1.9',
      'حزمة مدى': '2026.10',
    });
  });

  test('says what is off and not installed, and says nothing of what no terminal has said', async () => {
    const off = { ...row, bluetooth: false, paper: true, charging: true, wifiRssi: null, madaApp: null };
    expect(await cellsOf('en', 'healthColumns', off)).toMatchObject({
      Battery: '83%, charging',
      'Wi-Fi': 'Off',
      Bluetooth: 'Off',
      'Receipt paper': 'Enough',
    });
    expect(await cellsOf('en', 'deviceColumns', off)).toMatchObject({ 'Mada app': 'Not installed' });
    const mute = {
      ...row,
      batteryPercent: null,
      bluetooth: null,
      paper: null,
      wifiRssi: null,
      madaApp: null,
      telemetryAt: null,
    };
    expect(await cellsOf('en', 'healthColumns', mute)).toMatchObject({
      Battery: '—',
      'Wi-Fi': '—',
      Bluetooth: '—',
      'Receipt paper': '—',
    });
    expect(await cellsOf('en', 'deviceColumns', mute)).toMatchObject({ 'Mada app': '—' });
  });

  test('says of a branch that takes no payments that it is inactive', async () => {
    const stopped = { ...row, branchStatus: 'INACTIVE' as const };
    expect(await cellsOf('en', 'healthColumns', stopped)).toMatchObject({
      Branch: 'Olaya · branch inactive',
    });
    expect(await cellsOf('ar', 'healthColumns', stopped)).toMatchObject({ الفرع: 'العليا، الفرع غير نشط' });
    expect([row, stopped].map(whyNoPayment)).toEqual([null, 'branchStopped']);
    expect(whyNoPayment({ ...row, connection: 'DISCONNECTED' })).toBe('notConnected');
  });

  test('has a sign beside what asks for a person, in words', async () => {
    const leftOuts = new Map([[row.id, { count: 2, totalMinor: 1_500, since: at }]]);
    const unfit: TerminalRow = { ...row, packageFit: 'DOES_NOT_FIT', reportedModel: 'A920' };
    expect(await cellsOf('en', 'deviceColumns', unfit, leftOuts)).toMatchObject({
      'Terminal ID': '88501101Not reconciled',
      Model: 'Ingenico DX8000The mada package does not fit this model, The device says it is another model',
    });
  });
});

/** Terminals that are well, but for the parts. */
const fleet = (...parts: Partial<TerminalRow>[]): TerminalRow[] =>
  parts.map((part, index) => ({ ...row, id: `${index}`, tid: `8850110${index}`, ...part }));

async function warnings(language: 'en' | 'ar', rows: TerminalRow[], leftOuts: LeftOuts = new Map()) {
  const { html, queryClient } = await drawnIn(language);
  const { routeQuery } = await import('../../platform/query-client.ts');
  queryClient.setQueryData(routeQuery(getClosedBranches, {}).queryKey, { all: false, branchIds: [] });
  const { TerminalWarnings } = await import('./terminal-warnings.tsx');
  const drawn = html(<TerminalWarnings rows={rows} leftOuts={leftOuts} />);
  const each = [...drawn.matchAll(/<li.*?<\/li>/g)].map(([item]) => textOf(item));
  return { each, opens: [...drawn.matchAll(/href="([^"]*)"/g)].map(([, to]) => to) };
}

describe('above the list', () => {
  test('terminals whose package does not fit are named, and no other', async () => {
    const rows = fleet({}, { packageFit: 'DOES_NOT_FIT' }, { packageFit: 'NOT_SET' });
    expect(await warnings('en', rows)).toEqual({
      each: ['The mada package of 1 terminal does not fit its model. 88501101'],
      opens: ['/terminals/88501101'],
    });
    const two = fleet({ packageFit: 'DOES_NOT_FIT' }, {}, { packageFit: 'DOES_NOT_FIT' });
    expect((await warnings('en', two)).each).toEqual([
      'The mada package of 2 terminals does not fit their models. 88501100, 88501102',
    ]);
    expect((await warnings('ar', two)).each).toEqual([
      'حزمة مدى في جهازين غير متوافقة مع طرازيهما. 88501100، 88501102',
    ]);
    expect((await warnings('en', fleet({}, {}))).each).toEqual([]);
  });

  test('money of terminals that were not reconciled is counted and summed, and opens where they are', async () => {
    const leftOuts = new Map([
      ['0', { count: 2, totalMinor: 1_500, since: at }],
      ['2', { count: 5, totalMinor: 20_050, since: at }],
      // Of no terminal that is listed.
      ['9', { count: 9, totalMinor: 9_900, since: at }],
    ]);
    const { each, opens } = await warnings('en', fleet({}, {}, {}), leftOuts);
    expect(each.map((text) => text.replace(/\s/g, ' '))).toEqual([
      '2 terminals were reconciled neither today nor yesterday. 7 transactions, 215.50 SAR wait.Reconcile',
    ]);
    expect(opens).toEqual(['/reconciliation']);
  });
});

describe('beside a terminal', () => {
  const detail = async (language: 'en' | 'ar', part: Partial<TerminalDetail>) => {
    const { html } = await drawnIn(language);
    const { DetailWarnings } = await import('./detail-warnings.tsx');
    const terminal = { ...row, packageSince: null, ...part } as TerminalDetail;
    return [...html(<DetailWarnings terminal={terminal} />).matchAll(/<strong>.*?(?=<button|<\/li>)/g)].map(
      ([item]) => textOf(item).trim(),
    );
  };

  test('what is installed stands against what is needed', async () => {
    const unfit = { packageFit: 'DOES_NOT_FIT', packagesNeeded: ['2026.11', '2026.12'] } as const;
    const part = { ...unfit, packagesNeeded: [...unfit.packagesNeeded] };
    expect(await detail('en', part)).toEqual([
      'The mada package does not fit this model. Ask your vendor to update it.Installed 2026.10  needed 2026.11 or 2026.12.',
    ]);
    expect(await detail('ar', part)).toEqual([
      'حزمة مدى غير متوافقة مع هذا الطراز. اطلب من المزود تحديثها.المثبت 2026.10  المطلوب 2026.11 أو 2026.12.',
    ]);
  });

  test('the model on record stands against what the device says it is', async () => {
    expect(await detail('en', { reportedModel: 'A920' })).toEqual([
      'The device says it is another model than the one on record.On record Ingenico DX8000  the device says A920.',
    ]);
    expect(await detail('ar', { reportedModel: 'A920' })).toEqual([
      'الجهاز يعرّف نفسه بطراز غير المسجل.المسجل Ingenico DX8000  الجهاز يقول A920.',
    ]);
  });

  test('nothing is said of one that is as it should be', async () => {
    expect(await detail('en', {})).toEqual([]);
  });
});

test('pairing: a package that nobody has spoken of is checked as little as one that is not heard of yet', async () => {
  const { html } = await drawnIn('en');
  const { PairingSteps } = await import('./pair-panel.tsx');
  const overIn = (of: TerminalRow): number =>
    [...html(<PairingSteps terminal={of} isMade isDone />).matchAll(/data-over/g)].length;
  expect([overIn(row), overIn({ ...row, packageFit: 'NOT_SET' })]).toEqual([4, 3]);
});

test('a terminal that stays in service says which payment holds it, or that it is reconciling', async () => {
  const { t } = await drawnIn('en');
  const { ApiError } = await import('../../platform/api-client.ts');
  const { retireRefusal } = await import('./terminal-menu.tsx');
  const said = (answer: Record<string, unknown>) =>
    retireRefusal(new ApiError(409, 'terminalBusy', 'busy', answer), t);
  expect([said({ details: { transactionId: '1042' } }), said({})]).toEqual([
    'The result of #1042 on it is not known yet. Wait for it, or decide its review.',
    'It is reconciling. Wait until that is over.',
  ]);
});
