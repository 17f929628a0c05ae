import { Button, SegmentedControl } from '@mantine/core';
import { windowDays } from '@mizan/contract/page.ts';
import { IconCalendar } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateCalendar, formatDayRange } from '../platform/formats.ts';
import { lazyPart } from '../platform/lazy-part.ts';
import classes from './date-range-picker.module.css';
import { type DateRange, rangePresets, samePreset } from './date-ranges.ts';
import { FilterChip } from './filter-chip.tsx';

/** The calendar is heavy and seldom opened: it loads with its first use. */
const RangeCalendar = lazyPart(() => import('./range-calendar.tsx'));

export type CalendarKind = 'gregory' | 'islamic-umalqura';

export interface DateRangePickerProps {
  label: string;
  value: DateRange | undefined;
  /** Today in Riyadh, by the portal's clock. */
  today: string;
  onChange: (value: DateRange) => void;
  onClear?: () => void;
  /** The longest range that may be chosen. */
  maxDays?: number;
  /** Offered below the presets where a list can show it; `isPossible` false says why not. */
  allTime?: AllTime;
}

interface AllTime {
  isChosen: boolean;
  isPossible: boolean;
  onChoose: () => void;
}

/** Days from and to, both included, by preset or on a calendar, Gregorian or Umm al-Qura. */
export function DateRangePicker(props: DateRangePickerProps) {
  const { label, value, today, onChange, onClear, maxDays, allTime } = props;
  const { t } = useTranslation('common');
  const shown = allTime?.isChosen ? t('common:range.allTime') : value && rangeText(value, today, t);
  return (
    <FilterChip
      label={label}
      value={shown}
      onClear={onClear}
      icon={<IconCalendar size={16} stroke={1.6} aria-hidden="true" />}
    >
      {(close) => (
        <RangePanel
          value={value}
          today={today}
          maxDays={maxDays}
          allTime={
            allTime && {
              ...allTime,
              onChoose: () => {
                allTime.onChoose();
                close();
              },
            }
          }
          onChange={(next) => {
            onChange(next);
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

/** 'Last 31 days' where the days are a preset, else from when to when. */
export function rangeText(value: DateRange, today: string, t: TFunction): string {
  const preset = samePreset(value, today);
  if (preset === undefined) return formatDayRange(value.from, value.to);
  return t(`common:range.${preset}`, { count: windowDays.default });
}

interface RangePanelProps {
  value: DateRange | undefined;
  today: string;
  maxDays: number | undefined;
  allTime: AllTime | undefined;
  onChange: (value: DateRange) => void;
}

function RangePanel({ value, today, maxDays, allTime, onChange }: RangePanelProps) {
  const { t } = useTranslation('common');
  const [calendar, setCalendar] = useState<CalendarKind>(dateCalendar);
  return (
    <div className={classes['panel']}>
      <div className={classes['presets']}>
        {rangePresets.map((preset) => (
          <Button
            key={preset.id}
            variant="subtle"
            justify="flex-start"
            onClick={() => onChange(preset.range(today))}
          >
            {t(`common:range.${preset.id}`, { count: windowDays.default })}
          </Button>
        ))}
        {allTime && (
          <Button
            variant="subtle"
            justify="flex-start"
            disabled={!allTime.isPossible}
            onClick={allTime.onChoose}
          >
            {t('common:range.allTime')}
          </Button>
        )}
        {allTime?.isPossible === false && (
          <p className={classes['why']}>{t('common:range.allTimeNeedsOneFilter')}</p>
        )}
      </div>
      <div>
        <SegmentedControl
          fullWidth
          size="xs"
          value={calendar}
          onChange={(next) => setCalendar(next as CalendarKind)}
          data={[
            { value: 'gregory', label: t('common:calendar.gregorian') },
            { value: 'islamic-umalqura', label: t('common:calendar.ummAlQura') },
          ]}
        />
        <div className={classes['calendar']}>
          <Suspense>
            <RangeCalendar
              calendar={calendar}
              value={value}
              today={today}
              maxDays={maxDays}
              onChange={onChange}
            />
          </Suspense>
        </div>
      </div>
    </div>
  );
}
