import { expect, test } from 'vitest';
import { demoAdmin, demoMerchants } from './demo-merchants.ts';

test('the people of the demo have Arabic names, as they would write them', () => {
  const people = demoMerchants.flatMap(({ users, cashiers }) => [...users, ...cashiers]);
  const names = [demoAdmin, ...people].map(({ fullName }) => fullName);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(name).toMatch(/^\p{Script=Arabic}+(?: \p{Script=Arabic}+)+$/u);
});
