import { expect, test } from 'vitest';
import { isOtherModel } from './mada-packages.ts';

const device = { brand: 'Ingenico', model: 'AXIUM DX8000' };

test.each([
  ['AXIUM DX8000', false],
  ['Ingenico AXIUM DX8000', false],
  ['axium-dx8000', false],
  ['AXIUM DX4000', true],
  [null, false],
])('a device that calls itself %s is another model: %s', (reportedModel, isOther) => {
  expect(isOtherModel({ ...device, reportedModel })).toBe(isOther);
});
