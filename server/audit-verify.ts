import { WrongSetting } from './config.ts';
import type { ChainFault, ChainReport, NotedHead } from './platform/audit/verify.ts';

const faults: Readonly<Record<ChainFault, string>> = {
  missing: 'is missing: it was taken out',
  unchained: 'does not follow the one before it',
  changed: 'is not what was written',
  cut: 'is where the chain and what its head says part: entries were cut off its end',
  unlikeNoted: 'is not what was noted of it earlier: the chain was written anew',
};

const notedShape = /^(\d{1,19}):(\d{1,15}):([0-9a-f]{64})$/;

/** What an earlier run printed of a chain. @throws WrongSetting with one clear line */
export function readNotedHead(text: string): NotedHead {
  const [, chain, count, hash] = notedShape.exec(text) ?? [];
  if (chain === undefined || count === undefined || hash === undefined) {
    throw new WrongSetting('audit:verify', `takes <chain>:<count>:<hash> as it printed it, not ${text}`);
  }
  return { chain, count: Number(count), hash };
}

const nameOf = (chain: string): string => (chain === '0' ? 'platform' : `merchant ${chain}`);

/** One line for a chain: whole, with the head to keep elsewhere; or its first broken entry, and why. */
export function reportText({ chain, count, hash, broken }: ChainReport): string {
  if (broken) return `${nameOf(chain)}: BROKEN, entry ${broken.id} ${faults[broken.why]}`;
  return `${nameOf(chain)}: ${count} entries, whole; keep ${chain}:${count}:${hash}`;
}
