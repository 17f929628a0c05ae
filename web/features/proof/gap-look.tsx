import type { ProofGap, ProofLevel } from '@mizan/contract/proof.ts';
import { IconEqual, IconEqualNot } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import own from './more.module.css';
import classes from './proof.module.css';
import { countedText, partsOf } from './proof.words.ts';

/** Of so many causes each is named; of more their number is said. */
const namedMax = 1;

export interface GapProps {
  gap: ProofGap;
  level: ProofLevel;
  /** Whose it is: read out before the figure. */
  name: string;
  /** Neither side has anything. */
  isNothing: boolean;
  isOpen: boolean;
  onOpen: () => void;
}

/** What lies between two levels: = or ≠ with what asks most, and below it why and what else; opens its causes. */
export function Gap({ gap, level, name, isNothing, isOpen, onOpen }: GapProps) {
  const { t } = useTranslation('proof');
  const { first, firstMinor, others, quietMinor } = partsOf(gap);
  const isEqual = first.length === 0;
  if (isNothing && gap.causes.length === 0) return <span className={classes['none']}>—</span>;
  return (
    <button
      type="button"
      className={[classes['gap'], firstMinor > 0 && own['more']].filter(Boolean).join(' ')}
      data-tone={gap.tone}
      aria-pressed={isOpen}
      disabled={gap.causes.length === 0}
      onClick={onOpen}
    >
      <span className="mz-visually-hidden">
        {t('proof:gap.label', { name, between: t(`proof:between.${level}`) })}
      </span>
      <span className={classes['pill']}>
        {isEqual ? (
          <>
            <IconEqual size={16} stroke={1.8} aria-hidden="true" />
            <span className="mz-visually-hidden">{t('proof:gap.equal')}</span>
          </>
        ) : (
          <>
            <IconEqualNot size={14} stroke={2} aria-hidden="true" />
            <Amount amountMinor={firstMinor} signed />
          </>
        )}
      </span>
      {first.length > 0 && (
        <span className={classes['why']}>
          {first.length > namedMax
            ? t('proof:gap.causes', { count: first.length })
            : first.map(({ cause, count }) => countedText(t(`proof:cause.${cause}`), count)).join('')}
        </span>
      )}
      {others.map(({ tone, amountMinor }) => (
        <span key={tone} className={classes['agreed']}>
          {t(`proof:gap.${tone}`, { amount: formatAmount(amountMinor, { signed: true }) })}
        </span>
      ))}
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
