import { expect, test } from 'vitest';
import { allRoutes } from './all-routes.ts';
import { apiText } from './api-doc.ts';

test('docs/api.md is what the contract says', async () => {
  await expect(apiText(allRoutes)).toMatchFileSnapshot('../docs/api.md');
});
