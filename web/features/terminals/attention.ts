import type { ClosedBranches } from '@mizan/contract/alerts.ts';
import { isOtherModel } from '@mizan/contract/mada-packages.ts';
import { lowBatteryPercent, type TerminalRow } from '@mizan/contract/terminals.ts';

/** What asks for a person at a terminal, the most urgent first. */
const attentionKinds = [
  'NOT_CONNECTED',
  'NOT_RECONCILED',
  'PACKAGE',
  'MODEL',
  'LOW_BATTERY',
  'NO_PAPER',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** Payments of a terminal that no reconciliation has counted for too long; amounts in halalas. */
export interface LeftOut {
  readonly count: number;
  readonly totalMinor: number;
  readonly since: string;
}
/** By the terminal's id. */
export type LeftOuts = ReadonlyMap<string, LeftOut>;

/** Whether somebody counts on its line: one that was never paired is no silent one. */
const isGone = ({ connection }: TerminalRow): boolean => connection === 'DISCONNECTED';

/** What asks for a person at this terminal. What a silent one last said of its battery and paper is no news. */
export function attentionOf(terminal: TerminalRow, leftOut: LeftOut | undefined): AttentionKind[] {
  const { batteryPercent, charging, paper } = terminal;
  const speaks = terminal.connection === 'CONNECTED' || terminal.connection === 'RECONNECTING';
  const holds: Readonly<Record<AttentionKind, boolean>> = {
    NOT_CONNECTED: isGone(terminal),
    NOT_RECONCILED: leftOut !== undefined,
    PACKAGE: terminal.packageFit === 'DOES_NOT_FIT',
    MODEL: isOtherModel(terminal),
    LOW_BATTERY:
      speaks && batteryPercent !== null && batteryPercent <= lowBatteryPercent && charging !== true,
    NO_PAPER: speaks && paper === false,
  };
  return attentionKinds.filter((kind) => holds[kind]);
}

/** A branch of which no terminal has a line, and when the last of them was heard. */
interface SilentBranch {
  readonly branchId: string;
  readonly branchNameEn: string;
  readonly branchNameAr: string;
  readonly count: number;
  readonly lastSeenAt: string;
}

/**
 * Branches that have gone silent: a terminal there was connected once and none of them is now. Terminals that were never
 * paired make no branch silent, and none that is on its way back. One that is closed is switched off, not silent; `closed` is null
 * where that could not be asked.
 */
export function silentBranches(rows: readonly TerminalRow[], closed: ClosedBranches | null): SilentBranch[] {
  if (closed?.all) return [];
  const byBranch = Map.groupBy(
    rows.filter(
      ({ connection, branchId }) => connection !== 'NEVER' && !closed?.branchIds.includes(branchId),
    ),
    ({ branchId }) => branchId,
  );
  return [...byBranch.values()].flatMap((of) => {
    const [first] = of;
    const heard = of.flatMap(({ lastSeenAt }) => lastSeenAt ?? []).toSorted();
    const lastSeenAt = heard.at(-1);
    if (!first || lastSeenAt === undefined || !of.every(isGone)) return [];
    const { branchId, branchNameEn, branchNameAr } = first;
    return [{ branchId, branchNameEn, branchNameAr, count: of.length, lastSeenAt }];
  });
}
