import type { ConfigAckOutcome, GatewayFrame } from '@mizan/contract/terminal-link.ts';
import { type TerminalSettings, unconfigured } from '@mizan/contract/terminal-settings-terms.ts';
import type { DeviceState } from './device-state.ts';

export const settingsInForce = ({ options }: DeviceState): TerminalSettings =>
  options.journal.settings?.settings ?? unconfigured;

/** Null where it is as it came. */
export const settingsVersion = ({ options }: DeviceState): number | null =>
  options.journal.settings?.settingsVersion ?? null;

/** config.update: a higher number is on disk before it is said to be in force; the same one again changes nothing. */
export function takeSettings(
  state: DeviceState,
  { id, version, settings }: Extract<GatewayFrame, { type: 'config.update' }>,
): void {
  const present = settingsVersion(state) ?? 0;
  const newer: ConfigAckOutcome = state.options.fails?.includes('configure') ? 'REFUSED' : 'APPLIED';
  const outcome = version > present ? newer : version === present ? 'DUPLICATE' : 'OLDER';
  if (outcome === 'APPLIED') {
    state.options.journal.append({ entry: 'ended', settingsVersion: version, settings });
  }
  const inForce = settingsVersion(state);
  state.options.send({ type: 'config.ack', version, outcome, inForce, ref: id });
}
