import {
  type Icon,
  IconBan,
  IconCheck,
  IconClockX,
  IconLoader,
  IconPlugConnectedX,
  IconTool,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Tone, ToneBadge } from './tone-badge.tsx';

interface StatusLook {
  tone: Tone;
  icon: Icon;
  textKey: string;
  /** Right is quiet: no ground in a list. */
  quiet?: boolean;
}

/** The badges of transactions, as rules S4 has them. */
export const statusLooks: Readonly<Record<string, StatusLook>> = {
  APPROVED: { tone: 'ok', icon: IconCheck, textKey: 'transactions:status.approved', quiet: true },
  INITIALIZED: { tone: 'progress', icon: IconLoader, textKey: 'transactions:status.initialized' },
  CANCELED: { tone: 'neutral', icon: IconBan, textKey: 'transactions:status.canceled' },
  'TERMINAL NOT CONNECTED': {
    tone: 'offline',
    icon: IconPlugConnectedX,
    textKey: 'transactions:status.terminalNotConnected',
  },
  DECLINED: { tone: 'danger', icon: IconX, textKey: 'transactions:status.declined' },
  TERMINAL_MISCONF: { tone: 'fault', icon: IconTool, textKey: 'transactions:status.terminalMisconf' },
  TIMEOUT: { tone: 'wait', icon: IconClockX, textKey: 'transactions:status.timeout' },
};

/** How many characters of an unknown status are shown (rules S4). */
const unknownStatusLength = 6;

export interface StatusBadgeProps {
  /** The stored value, as rules S4.1 name it; it stands in the title. */
  status: string;
  /** Standing alone, as in a detail: also what is right gets a ground. */
  alone?: boolean;
}

/** A transaction's status by colour, icon and word. Any other value is cut to six characters and an ellipsis. */
export function StatusBadge({ status, alone = false }: StatusBadgeProps) {
  const { t } = useTranslation('transactions');
  const look = statusLooks[status];
  if (!look) {
    return (
      <ToneBadge tone="neutral" title={status}>
        <bdi dir="ltr">{status.slice(0, unknownStatusLength)}…</bdi>
      </ToneBadge>
    );
  }
  const LookIcon = look.icon;
  return (
    <ToneBadge
      tone={look.tone}
      quiet={(look.quiet ?? false) && !alone}
      title={status}
      icon={<LookIcon size={14} stroke={2} aria-hidden="true" />}
    >
      {t(look.textKey)}
    </ToneBadge>
  );
}
