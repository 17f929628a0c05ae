import type { TerminalRow } from '@mizan/contract/terminals.ts';
import {
  type Icon,
  IconCircleMinus,
  IconClockExclamation,
  IconLoader,
  IconPlugConnected,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Tone, ToneBadge } from './tone-badge.tsx';

const looks: Readonly<
  Record<TerminalRow['connection'], { tone: Tone; icon: Icon; key: string; quiet?: boolean }>
> = {
  CONNECTED: { tone: 'ok', icon: IconPlugConnected, key: 'connected', quiet: true },
  RECONNECTING: { tone: 'wait', icon: IconLoader, key: 'reconnecting' },
  DISCONNECTED: { tone: 'offline', icon: IconPlugConnectedX, key: 'disconnected' },
  NEVER: { tone: 'neutral', icon: IconCircleMinus, key: 'never' },
};

/** It has its key and was never heard of: nothing waits to be paired there. */
const pairedLook = { tone: 'neutral', icon: IconPlugConnectedX, key: 'paired', quiet: false } as const;

/** It counts as connected, and was not heard of for too long. */
const oldLook = { tone: 'wait', icon: IconClockExclamation, key: 'old', quiet: false } as const;

/** A terminal's line in colour, icon and word; `isOld` where its last heartbeat is, `isPaired` where its pairing is known. */
export function ConnectionBadge({
  connection,
  isOld = false,
  isPaired = false,
}: {
  connection: TerminalRow['connection'];
  isOld?: boolean;
  isPaired?: boolean;
}) {
  const { t } = useTranslation('terminals');
  const isUnheard = connection === 'NEVER' && isPaired;
  const look = isOld ? oldLook : isUnheard ? pairedLook : looks[connection];
  const LookIcon = look.icon;
  return (
    <ToneBadge
      tone={look.tone}
      quiet={look.quiet ?? false}
      icon={<LookIcon size={14} stroke={2} aria-hidden="true" />}
    >
      {t(`terminals:connection.${look.key}`)}
    </ToneBadge>
  );
}
