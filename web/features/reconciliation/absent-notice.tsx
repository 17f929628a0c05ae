import { riyadhDay } from '@mizan/contract/business-day.ts';
import type { BankFileResult } from '@mizan/contract/reconciliation.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatDayRange, formatNumber } from '../../platform/formats.ts';
import classes from './reconciliation.module.css';

type Absent = BankFileResult['absent'][number];

const shownMax = 12;

const signedAmount = (kind: Absent['kind'], value: string): string =>
  kind === 'linesOfTotal' || kind === 'linesOfPayout' ? formatAmount(Number(value), { signed: true }) : value;

/** The days of a stretch 'from/to'. */
function daysOf(stretch: string): [from: string, to: string] {
  const [from = '', to = ''] = stretch.split('/').map((instant) => riyadhDay(new Date(instant)));
  return [from, to];
}

/** What an incomplete file leaves out, by name; without any, nothing. */
export function AbsentNotice({ absent }: { absent: readonly Absent[] }) {
  const { t } = useTranslation(['reconciliation', 'units', 'transactions']);
  if (absent.length === 0) return null;
  const nameOf = ({ kind, value, count }: Absent): string => {
    const shown = {
      terminal: value,
      scheme: t(`transactions:scheme.${value.toLowerCase()}`, { defaultValue: value }),
      withoutFile: kind === 'withoutFile' ? formatDayRange(...daysOf(value)) : value,
      part: value,
      linesOfTotal: signedAmount(kind, value),
      linesOfPayout: signedAmount(kind, value),
      countOfTotal: kind === 'countOfTotal' ? formatNumber(Number(value)) : value,
      rejectedLines: t('units:line', { count }),
    }[kind];
    return t(`reconciliation:absent.${kind}`, { value: shown });
  };
  const names = absent.slice(0, shownMax).map(nameOf);
  if (absent.length > shownMax)
    names.push(t('reconciliation:absent.more', { count: absent.length - shownMax }));
  return (
    <p className={classes['absent']} role="status">
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
      <span>
        {t('reconciliation:verdict.incomplete.help', {
          missing: names.join(t('reconciliation:absent.comma')),
        })}
      </span>
    </p>
  );
}
