import * as z from 'zod';
import { addDays } from './business-day.ts';
import { day, idParams, instant, rowId } from './page.ts';
import { defineRoute } from './route.ts';

/** Days on which banks neither settle nor pay, beside Friday and Saturday: kept by administrators, read by all. */
const holidayKinds = ['FOUNDING', 'NATIONAL', 'FITR', 'ADHA', 'OTHER'] as const;
/** A proposed span counts as closed until somebody says what it is: nothing is overdue in it meanwhile. */
const holidayStates = ['PROPOSED', 'CONFIRMED', 'DROPPED'] as const;
export type HolidayState = (typeof holidayStates)[number];
export const holidayDaysMax = 31;
export const holidayNameMax = 80;

const holiday = z.object({
  id: rowId,
  from: day,
  to: day,
  kind: z.enum(holidayKinds),
  nameEn: z.string(),
  nameAr: z.string(),
  state: z.enum(holidayStates),
  decidedByName: z.string().nullable(),
  decidedAt: instant.nullable(),
});
export type Holiday = z.infer<typeof holiday>;

/** Both ends included; at most a month. */
const isSpan = ({ from, to }: { from: string; to: string }): boolean =>
  day.safeParse(from).success && from <= to && to < addDays(from, holidayDaysMax);

export const listHolidays = defineRoute({
  id: 'holidays.list',
  method: 'GET',
  path: '/bank-days',
  allow: ['MERCHANT', 'ADMIN'],
  right: 'holidays.read',
  summary: 'Days on which banks are closed beside Friday and Saturday, the latest first',
  output: z.object({ rows: z.array(holiday) }),
  errors: [],
});

const name = z.string().trim().min(1).max(holidayNameMax);

export const addHoliday = defineRoute({
  id: 'holidays.add',
  method: 'POST',
  path: '/admin/bank-days',
  allow: ['ADMIN'],
  right: 'holidays.change',
  freshSignIn: true,
  idempotency: 'none',
  summary: 'Closes the banks for one more span, and reckons anew what is due in it',
  body: z.strictObject({ from: day, to: day, nameEn: name, nameAr: name }).refine(isSpan),
  example: { body: { from: '2027-02-22', to: '2027-02-22', nameEn: 'A day', nameAr: 'يوم' } },
  output: z.object({ holiday }),
  successStatus: 201,
  errors: [],
});

export const decideHoliday = defineRoute({
  id: 'holidays.decide',
  method: 'PUT',
  path: '/admin/bank-days/:id',
  allow: ['ADMIN'],
  right: 'holidays.change',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Confirms a span as it stands, with other ends, or drops it; what is due in it is reckoned anew',
  params: idParams,
  body: z.strictObject({ from: day, to: day, state: z.enum(['CONFIRMED', 'DROPPED']) }).refine(isSpan),
  output: z.object({ holiday }),
  errors: ['notFound'],
});
