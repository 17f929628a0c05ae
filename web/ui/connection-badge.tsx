import type { TerminalRow } from '@mizan/contract/terminals.ts';
import {
  type Icon,
  IconCircleMinus,
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

/** A terminal's line in colour, icon and word. */
export function ConnectionBadge({ connection }: { connection: TerminalRow['connection'] }) {
  const { t } = useTranslation('terminals');
  const look = looks[connection];
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
