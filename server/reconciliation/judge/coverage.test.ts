/** The cases that any rule of coverage has to get right, each as books and files and what they come to. */
import { expect, test } from 'vitest';
import { onlyPartOf } from './coverage-part.ts';
import {
  type BookFile,
  type BookPart,
  type BookPayment,
  type JudgedUnit,
  judgeBook,
  madaApart,
} from './coverage-trial.ts';

const mada = 1;
const visa = 2;
const firstDay = 20_000;
const dayMs = 86_400_000;

/** Day 1 at 22:30 is '1 22:30', in Riyadh. */
function at(text: string): number {
  const [, day, hour, minute] = /^(-?\d+) (\d\d):(\d\d)$/.exec(text) ?? [];
  return (firstDay + Number(day)) * dayMs + (Number(hour) - 3) * 3_600_000 + Number(minute) * 60_000;
}

/** A book whose payments are named, and the files by the names of their payments. */
function world(
  sold: Record<
    string,
    {
      at: string;
      terminal?: number;
      scheme?: number;
      due?: number;
      isReversed?: boolean;
      isNamedBeside?: boolean;
    }
  >,
  part: Partial<BookPart> = {},
) {
  const names = Object.keys(sold);
  const payments = Object.values(sold).map(
    ({ at: time, terminal = 1, scheme = mada, due, isReversed, isNamedBeside }): BookPayment => ({
      terminal,
      scheme,
      hostAtMs: at(time),
      dueDay: firstDay + (due ?? Number(time.split(' ')[0]) + 1),
      ...(isReversed && { isReversed }),
      ...(isNamedBeside && { isNamedBeside }),
    }),
  );
  const usual: BookPart = {
    openingMs: at('1 00:00'),
    closingMinute: null,
    cutoffMinute: 0,
    groupOf: madaApart,
  };
  const judge = (now: string, ...files: (Partial<BookFile> & { has: string[] })[]) => {
    const known = files.map(
      ({ has, ...rest }, index): BookFile => ({
        name: `file ${index + 1}`,
        lines: has.map((name) => names.indexOf(name)),
        ...rest,
      }),
    );
    const told = (places: number[]) => places.map((place) => names[place]);
    return judgeBook(payments, known, { ...usual, ...part }, at(now)).map((unit: JudgedUnit) => ({
      files: unit.files.map(({ name }) => name).join(' '),
      verdict: unit.verdict,
      missing: told(unit.missing),
      waits: told(unit.waits),
      absent: unit.coverage.absent.map(({ kind, id }) => `${kind} ${id}`),
      withoutFile: names.filter((_, place) => unit.coverage.standing[place] === 3),
      after: names.filter((_, place) => unit.coverage.standing[place] === 2),
      before: names.filter((_, place) => unit.coverage.standing[place] === 4),
      beside: names.filter((_, place) => unit.coverage.standing[place] === 5),
      besideCount: unit.coverage.namedBesideCount,
    }));
  };
  return judge;
}

const balanced = { verdict: 'BALANCED', missing: [], waits: [], absent: [], withoutFile: [] };

test('1: a Visa payment that no file brings is named by the file of the day it is due', () => {
  const judge = world({
    mada1: { at: '1 10:00' },
    visa1: { at: '1 12:00', scheme: visa },
    mada2: { at: '2 10:00' },
    mada3: { at: '3 10:00' },
  });
  const [first] = judge('2 08:00', { has: ['mada1'] });
  expect(first).toMatchObject({ ...balanced, after: ['visa1'] });
  const [, second] = judge('3 08:00', { has: ['mada1'] }, { has: ['mada2'] });
  expect(second).toMatchObject({ absent: ['scheme 2'], verdict: 'INCOMPLETE' });
  const all = judge('4 08:00', { has: ['mada1'] }, { has: ['mada2'] }, { has: ['mada3'] });
  // The first file after it of which an earlier one reaches beyond it; the one before says that its scheme is absent.
  expect(all.map(({ files, verdict, missing, waits }) => [files, verdict, missing, waits])).toEqual([
    ['file 1', 'BALANCED', [], []],
    ['file 2', 'INCOMPLETE', [], []],
    ['file 3', 'UNBALANCED', ['visa1'], []],
  ]);
});

test('2: a file that comes after a later one answers for its own days, and the later one stays', () => {
  const judge = world({
    one: { at: '1 10:00' },
    ten: { at: '2 10:00' },
    eleven: { at: '2 11:00' },
    twelve: { at: '2 12:00' },
    three: { at: '3 10:00' },
  });
  const told = judge('5 08:00', { has: ['one'] }, { has: ['three'] }, { has: ['ten', 'twelve'] });
  expect(told.map(({ files, verdict, missing }) => [files, verdict, missing])).toEqual([
    ['file 1', 'BALANCED', []],
    ['file 3', 'UNBALANCED', ['eleven']],
    ['file 2', 'BALANCED', []],
  ]);
});

test('3: a terminal that closes early is not asked for what it sold after its close', () => {
  const judge = world({
    late1: { at: '1 23:50' },
    night: { at: '2 00:10' },
    day: { at: '1 15:00', terminal: 2 },
    afterClose: { at: '1 22:30', terminal: 2 },
  });
  expect(judge('2 08:00', { has: ['late1', 'night', 'day'] })).toMatchObject([
    { ...balanced, after: ['afterClose'] },
  ]);
});

test('4: a payment approved offline belongs to the day on which it was sent', () => {
  // Approved on day 1 between the two others, at the host on day 3.
  const judge = world({
    one: { at: '1 10:00' },
    two: { at: '1 20:00' },
    offline: { at: '3 09:00' },
    three: { at: '3 10:00' },
  });
  const files = [{ has: ['one', 'two'] }, { has: ['offline', 'three'] }];
  expect(judge('3 12:00', { has: ['one', 'two'] })).toMatchObject([balanced]);
  expect(judge('4 12:00', ...files)).toMatchObject([balanced, balanced]);
});

test('5: one late line in the first file claims nothing of what lies between', () => {
  const judge = world(
    {
      late: { at: '1 10:00' },
      sameDay: { at: '1 11:00' },
      sameNight: { at: '1 22:00' },
      between: { at: '3 10:00' },
      evening: { at: '4 20:00' },
      own: { at: '6 10:00' },
      dropped: { at: '6 11:00' },
      last: { at: '6 12:00' },
    },
    { openingMs: null },
  );
  expect(judge('8 12:00', { has: ['late', 'own', 'last'] })).toMatchObject([
    { missing: ['dropped'], before: ['sameDay', 'sameNight', 'between', 'evening'] },
  ]);
});

test('6: a late line does not make a terminal absent that is closed and confirmed', () => {
  const judge = world({
    one: { at: '1 10:00' },
    late: { at: '1 11:00' },
    two: { at: '2 10:00' },
    closed: { at: '2 11:00', terminal: 2 },
    end: { at: '2 12:00' },
    three: { at: '3 10:00' },
  });
  const told = judge(
    '4 08:00',
    { has: ['one'] },
    { has: ['two', 'closed', 'end'] },
    { has: ['late', 'three'] },
  );
  expect(told).toMatchObject([balanced, balanced, balanced]);
});

test.each([
  ['by terminal', ['one', 'three'], ['two', 'four']],
  ['at random', ['one', 'four'], ['two', 'three']],
])('7: one day in two files, split %s, is balanced as a set', (_, first, second) => {
  const judge = world({
    one: { at: '1 10:00' },
    two: { at: '1 11:00', terminal: 2 },
    three: { at: '1 12:00' },
    four: { at: '1 13:00', terminal: 2 },
  });
  const settlementDay = firstDay + 2;
  expect(judge('2 08:00', { has: first, settlementDay })).not.toMatchObject([balanced]);
  expect(judge('2 08:00', { has: first, settlementDay }, { has: second, settlementDay })).toMatchObject([
    balanced,
  ]);
  // Without a settlement day the two are judged one after the other, and end in the same.
  expect(judge('2 08:00', { has: first }, { has: second })).toMatchObject([balanced, balanced]);
});

test('8: cards that are paid after three days are not covered by the mada of the same file', () => {
  const judge = world({
    mada1: { at: '1 10:00' },
    visa1: { at: '1 11:00', scheme: visa, due: 4 },
    mada2: { at: '2 10:00' },
    visa2: { at: '2 11:00', scheme: visa, due: 5 },
    mada3: { at: '3 10:00' },
    visa3: { at: '3 11:00', scheme: visa, due: 6 },
    mada4: { at: '4 10:00' },
  });
  expect(
    judge(
      '5 08:00',
      { has: ['mada1'] },
      { has: ['mada2'] },
      { has: ['mada3', 'visa1'] },
      { has: ['mada4', 'visa2'] },
    ),
  ).toMatchObject([balanced, balanced, balanced, { ...balanced, after: ['visa3'] }]);
});

test('9: a terminal with a purchase and its reversal alone, both without a line, is not absent', () => {
  const judge = world({
    one: { at: '1 10:00' },
    bought: { at: '1 11:00', terminal: 2, isReversed: true },
    reversed: { at: '1 11:01', terminal: 2, isReversed: true },
    two: { at: '1 12:00' },
  });
  expect(judge('3 08:00', { has: ['one', 'two'] })).toMatchObject([balanced]);
});

test.each([
  ['batch numbers', true, false],
  ['settlement days', false, true],
  ['neither', false, false],
])('10: the money of a lost file is without a file and not claimed, told by %s', (_, hasBatches, hasDays) => {
  // The terminal closes its batch at 23:00 while the bank's day ends at midnight.
  const judge = world({
    one: { at: '1 12:00' },
    last1: { at: '1 22:58' },
    lost1: { at: '1 23:10' },
    lost2: { at: '2 12:00' },
    lost3: { at: '2 22:50' },
    first3: { at: '2 23:05' },
    three: { at: '3 12:00' },
  });
  const file = (has: string[], day: number) => ({
    has,
    ...(hasBatches && { batches: new Map([[1, { lowest: 100 + day, highest: 100 + day }]]) }),
    ...(hasDays && { settlementDay: firstDay + day + 1 }),
  });
  const told = judge('6 08:00', file(['one', 'last1'], 1), file(['first3', 'three'], 3));
  expect(told).toMatchObject([
    balanced,
    { verdict: 'INCOMPLETE', missing: [], waits: [], withoutFile: ['lost1', 'lost2', 'lost3'] },
  ]);
});

test('11: two branches with a file each: the part that holds all lines is the only one', () => {
  const riyadh = { name: 'Riyadh', terminals: new Set(['1', '2']), schemes: null };
  const jeddah = { name: 'Jeddah', terminals: new Set(['3']), schemes: null };
  expect(onlyPartOf([riyadh, jeddah], ['1'], ['Mada'])).toBe(riyadh);
  expect(onlyPartOf([riyadh, jeddah], ['3'], ['Mada', 'Visa'])).toBe(jeddah);
  expect(onlyPartOf([riyadh, jeddah], ['1', '3'], ['Mada'])).toBeNull();
  expect(onlyPartOf([riyadh, { ...jeddah, terminals: null }], ['1'], ['Mada'])).toBeNull();
});

test('where the close is known, a tail that is cut off is claimed at once, and a line just after it claims no day', () => {
  const judge = world(
    {
      noon: { at: '1 12:00' },
      evening: { at: '1 20:00' },
      cut: { at: '1 21:00' },
      after: { at: '1 22:03', due: 3 },
      next: { at: '2 12:00', due: 3 },
    },
    { closingMinute: 1_320, cutoffMinute: 1_320 },
  );
  expect(judge('5 08:00', { has: ['noon', 'evening'] })).toMatchObject([
    { missing: ['cut'], after: ['after', 'next'] },
  ]);
  expect(judge('5 08:00', { has: ['noon', 'evening', 'cut', 'after'] })).toMatchObject([
    { ...balanced, after: ['next'] },
  ]);
});

test('what is not due by the day of the file is not claimed because others were paid after it', () => {
  const judge = world({
    other: { at: '1 09:00', terminal: 2 },
    laterDue: { at: '1 10:00', terminal: 2, due: 9 },
    one: { at: '2 10:00' },
    two: { at: '3 10:00' },
  });
  expect(judge('4 08:00', { has: ['other', 'one', 'two'] })).toMatchObject([
    { ...balanced, after: ['laterDue'] },
  ]);
});

test('a payment that a file of the same settlement date names is covered beside it: counted, and neither missing nor waiting', () => {
  const judge = world({
    one: { at: '1 10:00' },
    besideIt: { at: '1 11:00', isNamedBeside: true },
    two: { at: '1 12:00' },
    ofAnother: { at: '1 11:30', terminal: 2, isNamedBeside: true },
    ofCards: { at: '1 11:40', scheme: visa, isNamedBeside: true },
    later: { at: '2 12:00', isNamedBeside: true },
  });
  expect(judge('2 18:00', { has: ['one', 'two'] })).toMatchObject([
    { ...balanced, beside: ['besideIt', 'ofAnother', 'ofCards'], besideCount: 3, after: [] },
  ]);
});

test('1: which file names a payment: the one of the day on which it is due, none before and none after', () => {
  const judge = world({
    mada1: { at: '1 10:00' },
    leftOut: { at: '1 11:00', scheme: visa, due: 4 },
    visa1: { at: '1 12:00', scheme: visa, due: 4 },
    mada2: { at: '2 10:00' },
    visa2: { at: '2 12:00', scheme: visa, due: 5 },
    mada3: { at: '3 10:00' },
    mada4: { at: '4 10:00' },
  });
  const told = judge(
    '6 08:00',
    { has: ['mada1'] },
    { has: ['mada2'] },
    { has: ['mada3', 'visa1'] },
    { has: ['mada4', 'visa2'] },
  );
  expect(told.map(({ files, missing, waits }) => [files, missing, waits])).toEqual([
    ['file 1', [], []],
    ['file 2', [], []],
    ['file 3', ['leftOut'], []],
    ['file 4', [], []],
  ]);
});

/** The figures of decision 0456, on both sides of each. */
const left = { withoutFile: ['left'], missing: [] };
const claimed = { withoutFile: [], missing: ['left'] };

test.each([
  ['follow each other', 1, claimed],
  ['leave one out', 2, left],
  ['leave nineteen out', 20, left],
  ['leave twenty out: the terminal counts anew', 21, claimed],
])('between two files of a day the batch numbers of a terminal %s', (_, step, expected) => {
  const judge = world({ one: { at: '1 10:00' }, left: { at: '1 11:00' }, two: { at: '1 12:00' } });
  const batch = (number: number) => new Map([[1, { lowest: number, highest: number }]]);
  const files = [
    { has: ['one'], batches: batch(100) },
    { has: ['two'], batches: batch(100 + step) },
  ];
  expect(judge('4 08:00', ...files)).toMatchObject([balanced, expected]);
});

test.each([
  ['24 hours', '2 10:00', left],
  ['a minute less', '2 09:59', claimed],
])('between the lines of two files lie %s', (_, first, expected) => {
  const judge = world({ one: { at: '1 10:00' }, left: { at: '1 22:00' }, two: { at: first } });
  expect(judge('4 08:00', { has: ['one'] }, { has: ['two'] })).toMatchObject([balanced, expected]);
});

test('a terminal without a line is covered until 24 hours before the newest line of any other, to the minute', () => {
  const told = (at: string) => {
    const judge = world({ one: { at: '1 10:00' }, own: { at, terminal: 2 }, two: { at: '2 12:00' } });
    const [{ absent, missing, after } = { absent: [], missing: [], after: [] }] = judge('5 08:00', {
      has: ['one', 'two'],
    });
    return { absent, missing, after };
  };
  expect(told('1 12:00')).toEqual({ absent: ['terminal 2'], missing: ['own'], after: [] });
  expect(told('1 12:01')).toEqual({ absent: ['terminal 2'], missing: [], after: ['own'] });
});

test('without a file is, of a terminal that is quiet around it, at most 24 hours beyond the lines of the others', () => {
  const judge = world({
    first: { at: '1 09:00', terminal: 2 },
    one: { at: '3 10:00' },
    covered: { at: '2 10:00', terminal: 2 },
    left1: { at: '2 10:01', terminal: 2 },
    two: { at: '6 10:00' },
    left2: { at: '7 09:59', terminal: 2 },
    between: { at: '7 10:00', terminal: 2 },
    again: { at: '8 10:00', terminal: 2 },
  });
  expect(judge('12 08:00', { has: ['first', 'one'] }, { has: ['two', 'again'] })).toMatchObject([
    { missing: ['covered'], withoutFile: [] },
    { missing: ['between'], withoutFile: ['left1', 'left2'] },
  ]);
});
