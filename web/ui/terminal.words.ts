import type { TerminalRow } from '@mizan/contract/terminals.ts';
import type { TFunction } from 'i18next';
import { formatWholePercent } from '../platform/formats.ts';
import { branchNameIn } from '../platform/language.ts';

export const branchName = (terminal: Pick<TerminalRow, 'branchNameEn' | 'branchNameAr'>): string =>
  branchNameIn(terminal);

/** Where a signal stops being good, in dBm. */
const signalSteps = [
  { aboveDbm: -67, key: 'good' },
  { aboveDbm: -75, key: 'fair' },
] as const;

/** 'Good', 'Fair', 'Weak', or that there is no Wi-Fi; a dash where the terminal has not said. */
export function wifiText(terminal: TerminalRow, t: TFunction): string {
  if (terminal.wifiRssi === null) return terminal.batteryPercent === null ? '—' : t('terminals:signal.none');
  const step = signalSteps.find(({ aboveDbm }) => (terminal.wifiRssi ?? -120) > aboveDbm);
  return t(`terminals:signal.${step?.key ?? 'weak'}`);
}

export function batteryText(terminal: TerminalRow, t: TFunction): string {
  if (terminal.batteryPercent === null) return '—';
  const percent = formatWholePercent(terminal.batteryPercent);
  return terminal.charging ? t('terminals:telemetry.chargingAt', { percent }) : percent;
}

/** Yes, no, or a dash where the terminal has not said. */
export const flagText = (flag: boolean | null, t: TFunction, yes: string, no: string): string =>
  flag === null ? '—' : t(flag ? yes : no);
