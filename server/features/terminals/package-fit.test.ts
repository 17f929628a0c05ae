import { expect, test } from 'vitest';
import { packageFit } from './package-fit.ts';

const of = { brand: 'Ingenico', model: 'AXIUM DX8000' };
const device = { ...of, reportedModel: null, madaPackage: '2026.03' };
const said = [
  { ...of, package: '2026.03', fits: false },
  { ...of, package: '2026.07', fits: true },
  { ...of, package: '2026.10', fits: true },
];

test('a package that is said not to fit is named, with those that do', () => {
  const packagesNeeded = ['2026.07', '2026.10'];
  expect(packageFit(device, said)).toEqual({ packageFit: 'DOES_NOT_FIT', packagesNeeded });
  expect(packageFit({ ...device, madaPackage: '2026.10' }, said)).toEqual({
    packageFit: 'FITS',
    packagesNeeded,
  });
});

test.each([
  ['a package that nobody has spoken of', { ...device, madaPackage: '2027.01' }],
  ['a model that nobody has spoken of', { ...device, brand: 'Spectra', model: 'T300' }],
  ['a model of the same name by another brand', { ...device, brand: 'Sunmi' }],
  ['a terminal that has not said its package', { ...device, madaPackage: null }],
  ['a device that is another one than on record', { ...device, reportedModel: 'A920Pro' }],
])('nothing is said of %s', (_, terminal) => {
  expect(packageFit(terminal, said).packageFit).toBe('NOT_SET');
});
