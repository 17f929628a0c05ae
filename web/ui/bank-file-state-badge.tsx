import type { BankFileRow, BankFileState } from '@mizan/contract/reconciliation.ts';
import {
  type Icon,
  IconArrowBackUp,
  IconColumns3,
  IconFileAlert,
  IconLoader,
  IconReplace,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Tone, ToneBadge } from './tone-badge.tsx';
import { VerdictBadge } from './verdict-mark.tsx';

const looks: Readonly<Record<Exclude<BankFileState, 'DONE'>, { tone: Tone; icon: Icon }>> = {
  RECEIVED: { tone: 'progress', icon: IconLoader },
  READING: { tone: 'progress', icon: IconLoader },
  MATCHING: { tone: 'progress', icon: IconLoader },
  WAITING_LAYOUT: { tone: 'wait', icon: IconColumns3 },
  REFUSED: { tone: 'danger', icon: IconFileAlert },
  UNDONE: { tone: 'neutral', icon: IconArrowBackUp },
  REPLACED: { tone: 'neutral', icon: IconReplace },
};

/** What became of a file: its verdict, or where it stands until there is one. */
export function BankFileStateBadge({ row }: { row: Pick<BankFileRow, 'state' | 'verdict' | 'asksPart'> }) {
  const { t } = useTranslation('reconciliation');
  if (row.state === 'DONE') return row.verdict && <VerdictBadge verdict={row.verdict} />;
  const { tone, icon: StateIcon } = looks[row.state];
  return (
    <ToneBadge tone={tone} title={row.state} icon={<StateIcon size={14} stroke={2} aria-hidden="true" />}>
      {t(`reconciliation:state.${row.asksPart ? 'asksPart' : row.state}`)}
    </ToneBadge>
  );
}
