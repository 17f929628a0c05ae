import {
  CalendarDate,
  createCalendar,
  GregorianCalendar,
  parseDate,
  parseDateTime,
  toCalendar,
} from '@internationalized/date';
import { DateField, DateInput, DateSegment } from 'react-aria-components/DateField';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { dateCalendar, dateFormat, formatOtherCalendar, typedLocale } from '../platform/formats.ts';
import { language } from '../platform/language.ts';
import classes from './day-input.module.css';
import type { DayInputProps } from './day-input.tsx';

const dayChars = 'YYYY-MM-DD'.length;
const minuteChars = 'YYYY-MM-DDTHH:mm'.length;

const formatMonthName = dateFormat({ month: 'short' });
/** A year in which the months of a calendar are named. */
const someYear = dateCalendar === 'gregory' ? 2026 : 1448;
function monthName(month: number): string {
  const within = new CalendarDate(createCalendar(dateCalendar), someYear, month, 10);
  return formatMonthName(toCalendar(within, new GregorianCalendar()).toString());
}

interface ShownPart {
  type: string;
  text: string;
  value?: number | null;
  isPlaceholder: boolean;
}
/** English is read day or month first, as people are used to: the month is named as soon as it is typed. */
function textOf({ type, text, value, isPlaceholder }: ShownPart): string {
  if (language !== 'en') return text;
  if (type === 'dayPeriod') return text.toUpperCase();
  return type === 'month' && value && !isPlaceholder ? monthName(value) : text;
}

/** The parts of a day, each stepped or typed; loads when a day is first asked for. */
export default function DayField({ label, value, onChange, error, withTime = false }: DayInputProps) {
  const parse = withTime ? parseDateTime : parseDate;
  return (
    <I18nProvider locale={typedLocale}>
      <DateField
        aria-label={label}
        value={value ? parse(value) : null}
        onChange={(date) => onChange(date?.toString().slice(0, withTime ? minuteChars : dayChars) ?? null)}
        hourCycle={12}
        granularity={withTime ? 'minute' : 'day'}
        isInvalid={error !== undefined}
      >
        <DateInput className={classes['input'] ?? ''}>
          {(segment) => (
            <DateSegment segment={segment} className={classes['segment'] ?? ''}>
              {textOf}
            </DateSegment>
          )}
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
