import { addDays } from '@mizan/contract/business-day.ts';
import type { Holiday } from '@mizan/contract/holidays.ts';
import { wordsFor } from '../../platform/words.ts';

/** What the calendars propose; a bank announces its own days, which an administrator then confirms or changes. */
export type ProposedHoliday = Pick<Holiday, 'from' | 'to' | 'nameEn' | 'nameAr'> & {
  kind: Exclude<Holiday['kind'], 'OTHER'>;
};

const ummAlQura = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  timeZone: 'UTC',
  month: 'numeric',
  day: 'numeric',
});

/** Month and day of the Umm al-Qura calendar: '9-29'. */
function hijriOf(day: string): string {
  const parts = ummAlQura.formatToParts(new Date(`${day}T12:00:00Z`));
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('month')}-${of('day')}`;
}

/** Days of each Eid by the regulations of the Labour Law (article 24): from these days of the calendar on. */
const eids = {
  /** The day after 29 Ramadan, whether that month has 29 days or 30. */
  FITR: { follows: '9-29', offset: 1 },
  /** The day of Arafah. */
  ADHA: { follows: '12-9', offset: 0 },
} as const;
const eidDays = 4;
const [en, ar] = [wordsFor('en'), wordsFor('ar')];
const namesOf = (kind: ProposedHoliday['kind']) => ({
  nameEn: en.text(`proposals:${kind}`),
  nameAr: ar.text(`proposals:${kind}`),
});

/** The holidays of one year of the Gregorian calendar, in their order; an Eid may come twice in one, or not at all. */
export function proposedHolidays(year: number): ProposedHoliday[] {
  const oneDay = (kind: 'FOUNDING' | 'NATIONAL', day: string): ProposedHoliday => ({
    kind,
    from: `${year}-${day}`,
    to: `${year}-${day}`,
    ...namesOf(kind),
  });
  const found = [oneDay('FOUNDING', '02-22'), oneDay('NATIONAL', '09-23')];
  for (let day = `${year}-01-01`; day.startsWith(`${year}-`); day = addDays(day, 1)) {
    const hijri = hijriOf(day);
    for (const kind of ['FITR', 'ADHA'] as const) {
      const { follows, offset } = eids[kind];
      if (hijri !== follows) continue;
      const from = addDays(day, offset);
      found.push({ kind, from, to: addDays(from, eidDays - 1), ...namesOf(kind) });
    }
  }
  return found.toSorted((a, b) => (a.from < b.from ? -1 : 1));
}
