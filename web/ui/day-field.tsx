import { parseDate, parseDateTime } from '@internationalized/date';
import { DateField, DateInput, DateSegment } from 'react-aria-components/DateField';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { dateCalendar, formatOtherCalendar, localeWith } from '../platform/formats.ts';
import classes from './day-input.module.css';
import type { DayInputProps } from './day-input.tsx';

const dayChars = 'YYYY-MM-DD'.length;
const minuteChars = 'YYYY-MM-DDTHH:mm'.length;

/** The parts of a day, each stepped or typed; loads when a day is first asked for. */
export default function DayField({ label, value, onChange, error, withTime = false }: DayInputProps) {
  const parse = withTime ? parseDateTime : parseDate;
  return (
    <I18nProvider locale={localeWith(dateCalendar)}>
      <DateField
        aria-label={label}
        value={value ? parse(value) : null}
        onChange={(date) => onChange(date?.toString().slice(0, withTime ? minuteChars : dayChars) ?? null)}
        granularity={withTime ? 'minute' : 'day'}
        isInvalid={error !== undefined}
      >
        <DateInput className={classes['input'] ?? ''}>
          {(segment) => <DateSegment segment={segment} className={classes['segment'] ?? ''} />}
        </DateInput>
        {/* Banks' papers have the Gregorian date: who types in the other calendar sees which one it is. */}
        {value && dateCalendar !== 'gregory' && (
          <time className={classes['other'] ?? ''} dateTime={value}>
            {formatOtherCalendar(value.slice(0, dayChars))}
          </time>
        )}
      </DateField>
    </I18nProvider>
  );
}
