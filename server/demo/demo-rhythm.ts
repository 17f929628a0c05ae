import { addDays, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import type { Chance } from './demo-random.ts';

/** By day of the week, Sunday first: Thursday evening is the height of the Saudi week. */
const weekdayFactor = [0.92, 0.9, 0.94, 1, 1.24, 1.08, 1.04] as const;
const friday = 5;

/** Payments by hour of the day in Riyadh, 0 to 23: before work, after the noon prayer, and above all the evening. */
const hourWeights = [5, 2, 0, 0, 0, 1, 9, 26, 34, 27, 20, 18, 15, 21, 22, 20, 27, 34, 38, 46, 50, 47, 34, 17];
/** On Friday the morning is quiet and nobody buys during the noon prayer. */
const fridayHourWeights = [
  7, 3, 0, 0, 0, 0, 2, 7, 15, 18, 12, 3, 1, 16, 26, 28, 32, 38, 44, 54, 58, 52, 38, 21,
];

const salaryDay = 27;
const salaryFactor = 1.14;
/** The business grew a little over the 90 days. */
const growth = 0.12;

const hourMs = 3_600_000;

/** The times of a day's payments, unsorted. `age` is 1 on the oldest day and 0 today. */
export function timesOfDay(day: string, paymentsADay: number, age: number, chance: Chance): number[] {
  const date = new Date(`${day}T00:00:00Z`);
  const weekday = date.getUTCDay();
  const salary = date.getUTCDate() >= salaryDay ? salaryFactor : 1;
  const factor = (weekdayFactor[weekday] ?? 1) * salary * (1 - growth * age) * (0.92 + 0.16 * chance.next());
  const weights = (weekday === friday ? fridayHourWeights : hourWeights).map(
    (weight, hour) => [weight, hour] as const,
  );
  const start = startOfRiyadhDay(day).getTime();
  return Array.from({ length: Math.round(paymentsADay * factor) }, () => {
    const hour = chance.weighted(weights);
    return start + hour * hourMs + Math.floor(chance.next() * hourMs);
  });
}

/** The last `days` days up to today, oldest first. */
export const lastDays = (today: string, days: number): string[] =>
  Array.from({ length: days }, (_, i) => addDays(today, i + 1 - days));
