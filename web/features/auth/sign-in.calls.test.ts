import { signInMessages } from '@mizan/contract/errors.ts';
import { afterEach, expect, test, vi } from 'vitest';
import en from '../../../locales/en/auth.json' with { type: 'json' };
import { stubBrowser } from '../../testing/browser.ts';

afterEach(() => vi.unstubAllGlobals());

test.each(Object.keys(signInMessages))(
  '%s is said by its name, whatever sentence came with it',
  async (name) => {
    stubBrowser();
    const { sayRefusal } = await import('./sign-in.calls.ts');
    const { ApiError } = await import('../../platform/api-client.ts');
    const refusal =
      name === 'incorrect'
        ? new ApiError(401, 'incorrectCredentials', 'Another sentence', {})
        : new ApiError(403, 'accountRefused', 'Another sentence', { details: { reason: name } });
    expect(sayRefusal(refusal)).toEqual({ key: `auth:login.${name}` });
    expect(en.login).toHaveProperty(name);
  },
);

test('a refusal without a reason that is known is said as it came', async () => {
  stubBrowser();
  const { sayRefusal } = await import('./sign-in.calls.ts');
  const { ApiError } = await import('../../platform/api-client.ts');
  const named = (reason: string) =>
    sayRefusal(new ApiError(403, 'accountRefused', 'Account deactivated', { details: { reason } }));
  const asItCame = { key: 'Account deactivated' };
  expect([named('toString'), named('later')]).toEqual([asItCame, asItCame]);
});
