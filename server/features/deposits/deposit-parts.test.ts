import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partsFor, type WaitingDeposit, waitingMax } from './deposit-parts.ts';
import type { OpenCell } from './deposit-readings.ts';

const cell = (day: string, scheme: OpenCell['scheme'], remainingMinor: number, dueDay = day): OpenCell => ({
  day: `2026-11-${day}`,
  scheme,
  dueDay: `2026-11-${dueDay}`,
  remainingMinor,
});
const came = (id: string | null, day: string, amountMinor: number): WaitingDeposit => ({
  id,
  valueDate: `2026-11-${day}`,
  amountMinor,
  reference: '',
});
const none = { only: null, count: 0, isCut: false };

describe('deposits that name nothing', () => {
  const monday = cell('16', 'Mada', 1_000, '17');
  const [first, second] = [came('1', '17', 400), came('2', '18', 600)];

  test('two that come to one settlement are proposed, each with the other', () => {
    const only = { day: '2026-11-16', scheme: 'Mada', sumMinor: 1_000 };
    expect(partsFor([monday], [], first, [second])).toMatchObject({
      only: { ...only, beside: [{ id: '2', amountMinor: 600 }] },
    });
    expect(partsFor([monday], [], second, [first])).toMatchObject({
      only: { ...only, beside: [{ id: '1' }] },
    });
    expect(partsFor([monday], [], { ...second, id: null }, [first])).toMatchObject({
      only: { beside: [{ id: '1' }] },
    });
  });

  test('three do, beside one that is about something else', () => {
    const others = [came('2', '17', 300), came('3', '18', 300), came('4', '18', 77)];
    expect(partsFor([monday], [], first, others).only?.beside.map(({ id }) => id)).toEqual(['2', '3']);
  });

  test.each<[what: string, open: OpenCell[], others: WaitingDeposit[]]>([
    ['two settlements of one amount', [monday, cell('16', 'Visa', 1_000, '17')], [second]],
    ['two others of which each fits', [monday], [second, came('3', '18', 600)]],
    ['another settlement that the other one pays alone', [monday, cell('15', 'Visa', 600, '17')], [second]],
    ['another settlement that this one pays alone', [monday, cell('15', 'Visa', 400, '17')], [second]],
    [
      'another settlement that the other one pays with a third',
      [monday, cell('15', 'Visa', 650, '17')],
      [second, came('3', '18', 50)],
    ],
    ['a third that pays all of it alone', [monday], [second, came('3', '18', 1_000)]],
    [
      'a day of two settlements that comes to it',
      [monday, cell('15', 'Mada', 700, '17'), cell('15', 'Visa', 300, '17')],
      [second],
    ],
  ])('%s: nothing is proposed, and it is said that something fits', (_what, open, others) => {
    const found = partsFor(open, [], first, others);
    expect(found.only).toBeNull();
    expect(found.count).toBeGreaterThan(0);
  });

  test('a settlement of which nobody knows what is owed may take them', () => {
    const unknown = { day: '2026-11-16', dueDay: '2026-11-17' };
    expect(partsFor([monday], [unknown], first, [second])).toMatchObject({ only: null, count: 1 });
    const before = { day: '2026-10-01', dueDay: '2026-10-02' };
    expect(partsFor([monday], [before], first, [second]).only).not.toBeNull();
  });

  test('one before the payments, or long after they were due, is no part', () => {
    expect(partsFor([monday], [], first, [came('2', '15', 600)])).toMatchObject(none);
    expect(partsFor([cell('01', 'Mada', 1_000, '02')], [], first, [second])).toMatchObject(none);
  });

  test('two settlements of a day in two parts each are two answers, not a third one for the day', () => {
    const open = [monday, cell('16', 'Visa', 5_000, '17')];
    const others = [second, came('3', '17', 2_300), came('4', '17', 2_700)];
    expect(partsFor(open, [], first, others).only?.beside.map(({ id }) => id)).toEqual(['2']);
    expect(
      partsFor(open, [], came('3', '17', 2_300), [first, second, came('4', '17', 2_700)]).only,
    ).toMatchObject({
      scheme: 'Visa',
    });
  });

  test('of too many that wait no set is tried, and that is said', () => {
    const many = Array.from({ length: waitingMax + 1 }, (_, at) => came(`${at + 2}`, '18', 10_000 + at));
    expect(partsFor([monday], [], first, [second, ...many.slice(1)])).toMatchObject({
      only: null,
      isCut: true,
    });
    expect(partsFor([monday], [], first, [second, ...many.slice(2)])).toMatchObject({
      isCut: false,
      count: 1,
    });
  });

  test('whatever waits, a proposal is the only set there is, by a count of its own', () => {
    const anyCell = fc.record({
      day: fc.integer({ min: 10, max: 14 }).map(String),
      amount: fc.integer({ min: -3, max: 12 }),
    });
    const anyDeposit = fc.record({
      day: fc.integer({ min: 10, max: 16 }).map(String),
      amount: fc.integer({ min: 1, max: 9 }),
    });
    let proposed = 0;
    fc.assert(
      fc.property(
        fc.uniqueArray(anyCell, { maxLength: 4, selector: ({ day }) => day }),
        fc.array(anyDeposit, { minLength: 2, maxLength: 5 }),
        (cells, deposits) => {
          const open = cells.map(({ day, amount }) => cell(day, 'Mada', amount));
          const waiting = deposits.map(({ day, amount }, at) => came(String(at), day, amount));
          const [own, ...others] = waiting as [WaitingDeposit, ...WaitingDeposit[]];
          const { only } = partsFor(open, [], own, others);
          if (!only) return;
          proposed += 1;
          const set = [own.id, ...only.beside.map(({ id }) => id)];
          // Nothing else pays this settlement, and no other settlement takes one of these.
          for (let chosen = 1; chosen < 1 << waiting.length; chosen += 1) {
            const some = waiting.filter((_, at) => chosen & (1 << at));
            const sum = some.reduce((total, { amountMinor }) => total + amountMinor, 0);
            if (some.length > 4) continue;
            for (const each of open) {
              const fits =
                each.remainingMinor === sum && some.every(({ valueDate }) => valueDate >= each.day);
              if (!fits) continue;
              const isIt =
                each.day === only.day &&
                some.length === set.length &&
                some.every(({ id }) => set.includes(id));
              const isApart = each.day !== only.day && !some.some(({ id }) => set.includes(id));
              expect(isIt || isApart).toBe(true);
            }
          }
        },
      ),
      { numRuns: 3_000 },
    );
    expect(proposed).toBeGreaterThan(50);
  });
});
