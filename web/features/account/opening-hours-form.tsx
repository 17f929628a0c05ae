import { Checkbox, TextInput } from '@mantine/core';
import {
  getOpeningHours,
  type OpeningHours,
  type OwnHours,
  setOpeningHours,
} from '@mizan/contract/alerts.ts';
import { latinDigits } from '@mizan/contract/money.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { formatTime, formatWeekdayName } from '../../platform/formats.ts';
import { useIsTheirs } from '../../platform/use-may.ts';
import { Form } from '../../ui/form.tsx';
import { Section } from '../../ui/page.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './account.module.css';

/** Arabic keyboards type Arabic digits. */
const timeOf = (typed: string): string => latinDigits(typed).trim();
const shape = /^([01]\d|2[0-3]):[0-5]\d$/;

/** 1 November 2026 is a Sunday. */
const dayName = (weekday: number): string => formatWeekdayName(`2026-11-0${weekday + 1}`);
const clockText = (time: string): string => formatTime(`2026-11-01T${time}:00+03:00`);
const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;

type Spans = OpeningHours['usual'];
/** The days on which it is open by the own word. */
const spansOf = ({ opensAt, closesAt, closedDays }: NonNullable<OpeningHours['own']>): Spans =>
  weekdays
    .filter((weekday) => !closedDays.includes(weekday))
    .map((weekday) => ({ weekday, from: opensAt, to: closesAt }));

function SpanList({ spans }: { spans: Spans }) {
  const { t } = useTranslation('account');
  return (
    <ul className={classes['spans']}>
      {spans.map(({ weekday, from, to }) => (
        <li key={`${weekday} ${from}`}>
          {t('account:hours.span', { day: dayName(weekday), from: clockText(from), to: clockText(to) })}
        </li>
      ))}
    </ul>
  );
}

/** When the shop is open, by which a silent terminal is told: to be set by whoever may, to be read by everybody else. */
export function OpeningHoursSection(hours: OpeningHours) {
  const { t } = useTranslation('account');
  const { own, usual } = hours;
  const isTheirs = useIsTheirs(setOpeningHours);
  return (
    <Section title={t('account:hours.title')}>
      <p className={classes['help']}>{t('account:hours.help')}</p>
      {(isTheirs || !own) && <p className={classes['help']}>{t('account:hours.usual')}</p>}
      {usual.length === 0 && !own && <p className={classes['help']}>{t('account:hours.none')}</p>}
      <SpanList spans={own && !isTheirs ? spansOf(own) : usual} />
      {isTheirs ? (
        <OpeningHoursForm own={own} />
      ) : (
        <p className={classes['help']}>{t('account:hours.setBy')}</p>
      )}
    </Section>
  );
}

interface Typed {
  opensAt: string;
  closesAt: string;
  closedDays: string[];
}
const isEmpty = (typed: Typed): boolean => timeOf(typed.opensAt) === '' && timeOf(typed.closesAt) === '';
/** With both times empty the usual hours count. */
const hoursOf = (typed: Typed): OwnHours | null =>
  isEmpty(typed)
    ? null
    : {
        opensAt: timeOf(typed.opensAt),
        closesAt: timeOf(typed.closesAt),
        closedDays: typed.closedDays.map(Number),
      };

/** The own word. */
function OpeningHoursForm({ own }: Pick<OpeningHours, 'own'>) {
  const { t } = useTranslation(['account', 'common']);
  const form = useForm({
    edits: true,
    start: {
      opensAt: own?.opensAt ?? '',
      closesAt: own?.closesAt ?? '',
      closedDays: (own?.closedDays ?? []).map(String),
    },
    check: (values) => {
      const wrong = (typed: string) =>
        !isEmpty(values) && !shape.test(timeOf(typed)) && t('account:hours.problem');
      return { opensAt: wrong(values.opensAt), closesAt: wrong(values.closesAt) };
    },
    send: (values, seen) => call(setOpeningHours, { body: { own: hoursOf(values), seen: hoursOf(seen) } }),
    changes: [getOpeningHours],
    onSent: () => showToast({ tone: 'success', title: t('common:toast.saved') }),
  });
  return (
    <Form form={form} submitLabel={t('common:actions.save')}>
      <div className={classes['times']}>
        <TextInput
          label={t('account:hours.opensAt')}
          dir="ltr"
          placeholder="08:00"
          {...form.field('opensAt')}
        />
        <TextInput
          label={t('account:hours.closesAt')}
          dir="ltr"
          placeholder="23:00"
          {...form.field('closesAt')}
        />
      </div>
      <Checkbox.Group label={t('account:hours.closed')} {...form.field('closedDays')}>
        <div className={classes['days']}>
          {weekdays.map((weekday) => (
            <Checkbox
              key={weekday}
              className={classes['weekday'] ?? ''}
              value={String(weekday)}
              label={dayName(weekday)}
            />
          ))}
        </div>
      </Checkbox.Group>
    </Form>
  );
}
