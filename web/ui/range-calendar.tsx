import {
  type Calendar,
  type CalendarIdentifier,
  type DateValue,
  GregorianCalendar,
  IslamicUmalquraCalendar,
  parseDate,
  toCalendar,
} from '@internationalized/date';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Button } from 'react-aria-components/Button';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import {
  RangeCalendar as AriaRangeCalendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components/RangeCalendar';
import { useTranslation } from 'react-i18next';
import { localeWith } from '../platform/formats.ts';
import type { CalendarKind } from './date-range-picker.tsx';
import type { DateRange } from './date-ranges.ts';
import classes from './range-calendar.module.css';

export interface RangeCalendarProps {
  calendar: CalendarKind;
  value: DateRange | undefined;
  today: string;
  maxDays: number | undefined;
  onChange: (value: DateRange) => void;
}

/** The two calendars of the product; the dozen others stay out of the bundle. */
function createCalendar(identifier: CalendarIdentifier): Calendar {
  return identifier === 'islamic-umalqura' ? new IslamicUmalquraCalendar() : new GregorianCalendar();
}

const gregorianDay = (date: DateValue): string =>
  toCalendar(date, new GregorianCalendar()).toString().slice(0, 10);

/** A month to choose first and last day on, with the weeks of Saudi Arabia (from Sunday). */
export default function RangeCalendar({ calendar, value, today, maxDays, onChange }: RangeCalendarProps) {
  const { t } = useTranslation('common');
  // The limits in the calendar that shows: the month on screen takes its calendar from them.
  const last = toCalendar(parseDate(today), createCalendar(calendar));
  return (
    <I18nProvider locale={localeWith(calendar)}>
      <AriaRangeCalendar
        key={calendar}
        aria-label={t('common:range.label')}
        createCalendar={createCalendar}
        firstDayOfWeek="sun"
        // A long range is corrected near its end more often than a month ago.
        defaultFocusedValue={parseDate(value?.to ?? today)}
        defaultValue={value ? { start: parseDate(value.from), end: parseDate(value.to) } : null}
        maxValue={last}
        minValue={maxDays === undefined ? undefined : last.subtract({ days: maxDays - 1 })}
        onChange={(range) => onChange({ from: gregorianDay(range.start), to: gregorianDay(range.end) })}
      >
        <div className={classes['head']}>
          <Button slot="previous" className={classes['turn'] ?? ''}>
            <IconChevronLeft size={18} stroke={1.6} className="mz-mirror" />
          </Button>
          <Heading className={classes['month'] ?? ''} />
          <Button slot="next" className={classes['turn'] ?? ''}>
            <IconChevronRight size={18} stroke={1.6} className="mz-mirror" />
          </Button>
        </div>
        <CalendarGrid className={classes['grid'] ?? ''}>
          <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
          <CalendarGridBody>
            {(date) => <CalendarCell date={date} className={classes['day'] ?? ''} />}
          </CalendarGridBody>
        </CalendarGrid>
      </AriaRangeCalendar>
    </I18nProvider>
  );
}
