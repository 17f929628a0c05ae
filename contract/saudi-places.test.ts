import { expect, test } from 'vitest';
import { placeName, saudiRegions } from './saudi-places.ts';

test('a place is called by its name, whatever the form keeps; what is unknown stays as it stands', () => {
  expect(placeName('region', 'SA-01', 'en')).toBe('Riyadh');
  expect(placeName('region', 'SA-01', 'ar')).toBe('منطقة الرياض');
  expect(placeName('city', 'Jeddah', 'ar')).toBe('جدة');
  expect(placeName('region', 'XX', 'en')).toBe('XX');
  expect(placeName('district', 'Riyadh', 'ar')).toBe('Riyadh');
  for (const { code } of saudiRegions) expect(placeName('region', code, 'en')).not.toContain('SA-');
});
