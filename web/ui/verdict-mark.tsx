import { useTranslation } from 'react-i18next';
import { MizanMark, type Verdict } from './mizan-mark.tsx';
import { type Tone, ToneBadge } from './tone-badge.tsx';
import classes from './verdict-mark.module.css';

export const verdictTones: Readonly<Record<Verdict, Tone>> = {
  BALANCED: 'ok',
  GROSS_AGREED: 'neutral',
  UNBALANCED: 'danger',
  INCOMPLETE: 'wait',
};
const verdictKeys: Readonly<Record<Verdict, string>> = {
  BALANCED: 'reconciliation:verdict.balanced.title',
  GROSS_AGREED: 'reconciliation:verdict.gross_agreed.title',
  UNBALANCED: 'reconciliation:verdict.unbalanced.title',
  INCOMPLETE: 'reconciliation:verdict.incomplete.title',
};

/** The mark of a verdict on its tint, beside a heading or a line that says the word. `size` of the square in px. */
export function VerdictMark({ verdict, size = 30 }: { verdict: Verdict; size?: number }) {
  return (
    <span
      className={classes['plate']}
      data-tone={verdictTones[verdict]}
      style={{ inlineSize: size, blockSize: size }}
    >
      <MizanMark verdict={verdict} size={Math.round(size * 0.72)} stroke={size > 40 ? 2 : 2.4} />
    </span>
  );
}

/** The verdict as a badge in a list. */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const { t } = useTranslation('reconciliation');
  return (
    <ToneBadge
      tone={verdictTones[verdict]}
      title={verdict}
      icon={<MizanMark verdict={verdict} size={15} stroke={2.6} />}
    >
      {t(verdictKeys[verdict])}
    </ToneBadge>
  );
}
