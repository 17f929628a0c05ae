import { parseDate } from '@internationalized/date';
import { DateField, DateInput, DateSegment } from 'react-aria-components/DateField';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { localeWith } from '../platform/formats.ts';
import classes from './day-input.module.css';
import type { DayInputProps } from './day-input.tsx';

/** The parts of a day, each stepped or typed; loads when a day is first asked for. */
export default function DayField({ label, value, onChange, error }: DayInputProps) {
  return (
    <I18nProvider locale={localeWith('gregory')}>
      <DateField
        aria-label={label}
        value={value === null ? null : parseDate(value)}
        onChange={(date) => onChange(date?.toString().slice(0, 10) ?? null)}
        isInvalid={error !== undefined}
      >
        <DateInput className={classes['input'] ?? ''}>
          {(segment) => <DateSegment segment={segment} className={classes['segment'] ?? ''} />}
        </DateInput>
      </DateField>
    </I18nProvider>
  );
}
