import type { ProofGap, ProofLevel } from '@mizan/contract/proof.ts';
import { IconEqual, IconEqualNot } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import classes from './proof.module.css';
import { countedText, partsOf } from './proof.words.ts';

/** Of so many causes each is named; of more their number is said. */
const namedMax = 1;

export interface GapProps {
  gap: ProofGap;
  level: ProofLevel;
  /** Whose it is: read out before the figure. */
  name: string;
  isOpen: boolean;
  onOpen: () => void;
}

/** What lies between two levels: = or ≠ with what is not agreed, and below it why; opens its causes. */
export function Gap({ gap, level, name, isOpen, onOpen }: GapProps) {
  const { t } = useTranslation('proof');
  const { asking, askingMinor, quietMinor } = partsOf(gap);
  const isEqual = asking.length === 0;
  const label = t('proof:gap.label', {
    name,
    between: t(`proof:between.${level}`),
    amount: isEqual ? t('proof:gap.equal') : formatAmount(askingMinor, { signed: true }),
  });
  return (
    <button
      type="button"
      className={classes['gap']}
      data-tone={gap.tone}
      aria-pressed={isOpen}
      aria-label={label}
      disabled={gap.causes.length === 0}
      onClick={onOpen}
    >
      <span className={classes['pill']}>
        {isEqual ? (
          <IconEqual size={16} stroke={1.8} aria-hidden="true" />
        ) : (
          <>
            <IconEqualNot size={14} stroke={2} aria-hidden="true" />
            <Amount amountMinor={askingMinor} signed />
          </>
        )}
      </span>
      {asking.length > 0 && (
        <span className={classes['why']}>
          {asking.length > namedMax
            ? t('proof:gap.causes', { count: asking.length })
            : asking.map(({ cause, count }) => countedText(t(`proof:cause.${cause}`), count)).join('')}
        </span>
      )}
      {quietMinor !== 0 && (
        <span className={classes['agreed']}>
          {t(level === 'deposit' ? 'proof:gap.fees' : 'proof:gap.otherDays', {
            amount: formatAmount(quietMinor, { signed: true }),
          })}
        </span>
      )}
    </button>
  );
}
