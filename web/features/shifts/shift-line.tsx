import { paths } from '@mizan/contract/paths.ts';
import { openShift } from '@mizan/contract/shifts.ts';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { Amount } from '../../ui/amount.tsx';
import { CommandButton } from '../../ui/command-button.tsx';
import { momentText, shiftRefusal } from './shift.words.ts';
import classes from './shifts.module.css';
import { shiftChanges, useMyShift } from './shifts.queries.ts';

/** Below the next payment: the shift that it will be in, with what it comes to so far, or that there is none. */
export function ShiftLine() {
  const { t } = useTranslation('shifts');
  const { data } = useMyShift();
  const open = useCommand(openShift, { changes: shiftChanges, refusal: (error) => shiftRefusal(error, t) });
  // Its place is kept, so that what stands above does not move when the answer comes.
  if (!data) return <div className={classes['line']} />;
  const { shift, occupied } = data;
  if (shift || occupied) {
    return (
      <Link to={paths.shift} className={classes['line']}>
        <span>
          {shift
            ? t('shifts:sinceShort', { time: momentText(shift.openedAt) })
            : t('shifts:takeOver.title', { name: occupied?.cashierName })}
        </span>
        <span className={classes['lineEnd']}>
          {shift && <Amount amountMinor={shift.sums.totalMinor} />}
          <IconChevronRight size={16} stroke={1.6} className="mz-mirror" aria-hidden="true" />
        </span>
      </Link>
    );
  }
  return (
    <div className={classes['line']}>
      <span>{t('shifts:none')}</span>
      <CommandButton command={open} args={{ body: {} }} variant="subtle" size="md">
        {t('shifts:open')}
      </CommandButton>
    </div>
  );
}
