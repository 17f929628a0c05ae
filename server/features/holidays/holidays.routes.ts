import { addHoliday, decideHoliday, listHolidays } from '@mizan/contract/holidays.ts';
import type { On } from '../../platform/http/call.ts';
import { addOne, decideOne, type HolidayDeps, holidaysOf } from './holidays.service.ts';

/** Days on which banks are closed: everybody reads them, administrators keep them. */
export function registerHolidaysRoutes(on: On, deps: HolidayDeps): void {
  on(listHolidays, () => holidaysOf(deps.db));
  on(addHoliday, ({ principal, body }) => addOne(deps, principal, body));
  on(decideHoliday, ({ principal, params, body }) => decideOne(deps, principal, params.id, body));
}
