import { expect, test } from 'vitest';
import { epochDayOfIso, isoDayOf, momentFromText } from './date-text.ts';
import { epochDayOfHijri } from './hijri.ts';

const rules = { dateOrder: 'dayFirst', utc: false } as const;
const told = (text: string, dateOrder: 'dayFirst' | 'monthFirst' = 'dayFirst'): string | null => {
  const moment = momentFromText(text, { ...rules, dateOrder });
  if (moment === null) return null;
  const clock = `${String(Math.floor(moment.minute / 60)).padStart(2, '0')}:${String(moment.minute % 60).padStart(2, '0')}`;
  return moment.minute < 0 ? isoDayOf(moment.epochDay) : `${isoDayOf(moment.epochDay)} ${clock}`;
};

const hijriMonths = [
  ['محرم', 'المحرّم', 'محرم الحرام', 'Muharram', 'Al-Muharram', 'Moharram'],
  ['صفر', 'Safar'],
  [
    'ربيع الأول',
    'ربيع الاول',
    'ربيع أول',
    'Rabi al-Awwal',
    "Rabi' al-Awwal",
    'Rabi I',
    'Rabi Al Awal',
    'Rabi ul-Awwal',
  ],
  ['ربيع الآخر', 'ربيع الثاني', 'ربيع ثاني', 'Rabi al-Thani', 'Rabi al-Akhir', 'Rabi II', 'Rabi ath-Thani'],
  [
    'جمادى الأولى',
    'جمادي الاولى',
    'جمادى الأول',
    'جماد أول',
    'Jumada al-Ula',
    'Jumada I',
    'Jumada al-Awwal',
    'Jumada Al Oula',
  ],
  [
    'جمادى الآخرة',
    'جمادى الاخره',
    'جمادى الثانية',
    'جمادي الثاني',
    'جماد ثاني',
    'Jumada al-Akhirah',
    'Jumada al-Thani',
    'Jumada II',
    'Jumada Al-Akhira',
    'Jumada ath-Thaniyah',
  ],
  ['رجب', 'Rajab'],
  ['شعبان', "Sha'ban", 'Shaaban', 'Shaban'],
  ['رمضان', 'Ramadan', 'Ramadhan'],
  ['شوال', 'شوّال', 'Shawwal', 'Shawal'],
  [
    'ذو القعدة',
    'ذي القعدة',
    'ذوالقعدة',
    'ذو القعده',
    "Dhu al-Qi'dah",
    'Dhul Qadah',
    'Dhul-Qidah',
    "Thul Qi'dah",
    "Dhu'l-Qa'dah",
  ],
  [
    'ذو الحجة',
    'ذي الحجة',
    'ذوالحجة',
    'ذو الحجه',
    'Dhu al-Hijjah',
    'Dhul Hijjah',
    'Dhul-Hijja',
    'Thul-Hijjah',
    "Dhu'l-Hijjah",
  ],
];

test.each(hijriMonths.flatMap((names, at) => names.map((name) => [name, at + 1] as const)))(
  'the Hijri month %s is %i',
  (name, month) => {
    const day = isoDayOf(epochDayOfHijri(1448, month, 11) ?? 0);
    expect(told(`11 ${name} 1448`)).toBe(day);
    expect(told(`11-${name}-1448هـ 19:42`)).toBe(`${day} 19:42`);
    expect(told(`١١ ${name}، ١٤٤٨ هـ`)).toBe(day);
    if (/[a-z]/.test(name)) expect(told(`${name} 11, 1448`)).toBe(day);
  },
);

test.each(
  [
    ['يناير', 'كانون الثاني', 'January', 'Jan'],
    ['فبراير', 'شباط', 'February', 'Feb'],
    ['مارس', 'آذار', 'March', 'Mar'],
    ['أبريل', 'ابريل', 'إبريل', 'نيسان', 'April', 'Apr'],
    ['مايو', 'أيار', 'May'],
    ['يونيو', 'يونيه', 'حزيران', 'June', 'Jun'],
    ['يوليو', 'يوليه', 'تموز', 'July', 'Jul'],
    ['أغسطس', 'اغسطس', 'آب', 'August', 'Aug'],
    ['سبتمبر', 'أيلول', 'September', 'Sept', 'Sep'],
    ['أكتوبر', 'اكتوبر', 'تشرين الأول', 'October', 'Oct'],
    ['نوفمبر', 'تشرين الثاني', 'November', 'Nov'],
    ['ديسمبر', 'كانون الأول', 'December', 'Dec'],
  ].flatMap((names, at) => names.map((name) => [name, at + 1] as const)),
)('the month %s is %i', (name, month) => {
  expect(told(`22 ${name} 2026`)).toBe(`2026-${String(month).padStart(2, '0')}-22`);
});

test.each([
  ['الأحد 22/11/2026', '2026-11-22'],
  ['الاحد، 22 نوفمبر 2026 19:42', '2026-11-22 19:42'],
  ['يوم الأحد 22/11/2026', '2026-11-22'],
  ['الأحد 12 جمادى الآخرة 1448', '2026-11-22'],
  ['الإثنين 23/11/2026', '2026-11-23'],
  ['الاثنين 23/11/2026', '2026-11-23'],
  ['الثلاثاء 24/11/2026', '2026-11-24'],
  ['الأربعاء 25/11/2026', '2026-11-25'],
  ['الخميس 26/11/2026', '2026-11-26'],
  ['الجمعة 27/11/2026', '2026-11-27'],
  ['السبت 28/11/2026', '2026-11-28'],
  ['Sunday, 22 November 2026', '2026-11-22'],
  ['Sun 22/11/2026 19:42', '2026-11-22 19:42'],
  ['Sunday, November 22, 2026', '2026-11-22'],
  ['Mon, 23 Nov 2026 19:42:10', '2026-11-23 19:42'],
  ['19:42 22/11/2026', '2026-11-22 19:42'],
  ['19:42:10 2026-11-22', '2026-11-22 19:42'],
  ['07:42 PM, 22/11/2026', '2026-11-22 19:42'],
  ['٠٧:٤٢ م ٢٢/١١/٢٠٢٦', '2026-11-22 19:42'],
  ['19:42 - 12 جمادى الآخرة 1448', '2026-11-22 19:42'],
])('%s is %s', (text, moment) => {
  expect(told(text)).toBe(moment);
});

test('a weekday that is not that day’s says that it is another one', () => {
  expect(told('Monday 22/11/2026')).toBeNull();
  // 11 December 2026 is a Friday, 12 November a Thursday.
  expect(told('Friday 11/12/2026')).toBe('2026-12-11');
  expect(told('Friday 11/12/2026', 'monthFirst')).toBeNull();
  expect(told('Thursday 11/12/2026', 'monthFirst')).toBe('2026-11-12');
});

test.each([
  '31 جمادى الآخرة 1448',
  '11 Rabi 1448',
  '11 جمادى 1448',
  '11 نوفمبر 1448',
  '11 رجب 2026',
  '11 Dhul 1448',
  'Someday 22/11/2026',
  '19:42 22/11/2026 20:10',
  '25:42 22/11/2026',
  'Sunday',
  'صفر',
])('%s is no date', (text) => {
  expect(told(text)).toBeNull();
});

test('every day of a Hijri year by name is the day by number', () => {
  for (const [at, names] of hijriMonths.entries())
    for (let day = 1; day <= 30; day++) {
      const epochDay = epochDayOfHijri(1447, at + 1, day);
      expect(told(`${day} ${names[0]} 1447`)).toBe(epochDay === null ? null : isoDayOf(epochDay));
    }
  expect(epochDayOfIso('2026-11-22')).toBe(epochDayOfHijri(1448, 6, 12));
});
