import type { Locator } from 'playwright-core';

/**
 * Types a day ('2031-01-07', in the calendar of the field) into the field of days with that name, or the only one;
 * steps what else it asks for, such as the hour.
 */
export async function typeDay(place: Locator, day: string, name?: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-');
  const field = name === undefined ? place : place.getByRole('group', { name, exact: true });
  const parts = field.getByRole('spinbutton');
  await parts.first().waitFor();
  const order = await parts.evaluateAll((all) => all.map((each) => each.getAttribute('data-type')));
  for (const [at, type] of order.entries()) {
    const typed = { year, month, day: date }[type ?? ''];
    await (typed === undefined ? parts.nth(at).press('ArrowUp') : parts.nth(at).pressSequentially(typed));
  }
}
