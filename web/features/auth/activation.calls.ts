import { getPublicKey } from '@mizan/contract/auth.ts';
import { askActivation, correctEmail } from '@mizan/contract/onboarding.ts';
import { call, isApiError } from '../../platform/api-client.ts';
import { isolateLtr } from '../../platform/formats.ts';
import { sealWith } from '../../platform/sign-in-crypto.ts';
import type { Answer } from './ask-form.tsx';
import { sayRefusal } from './sign-in.calls.ts';

/** Loaded where an e-mail is not verified: the login screen has a budget. */

/** Asks for the link again, by e-mail or username; any 200 says the same sentence, whoever asked. */
export async function askLinkAgain(name: string): Promise<Answer> {
  try {
    await call(askActivation, { body: { name } });
    return { good: true, said: { key: 'auth:activation.sent' } };
  } catch (error) {
    return { good: false, said: sayRefusal(error) };
  }
}

const emailPath = 'business.email';
const problemKeys: Readonly<Record<string, string>> = {
  emailInvalid: 'auth:activation.emailInvalid',
  emailTaken: 'auth:activation.emailTaken',
  emailVerified: 'auth:activation.emailVerified',
};

/** Corrects the address of an application that waits for its e-mail, by its password. */
export async function sendCorrectEmail(
  { username, password }: { username: string; password: string },
  email: string,
): Promise<Answer> {
  try {
    const seal = await sealWith((await call(getPublicKey, {})).pemKey);
    const body = { username: await seal(username), password: await seal(password), email };
    const { sentTo } = await call(correctEmail, { body });
    return { good: true, said: { key: 'auth:activation.corrected', values: { email: isolateLtr(sentTo) } } };
  } catch (error) {
    const problem = isApiError(error) ? problemKeys[String(error.details[emailPath])] : undefined;
    return { good: false, said: problem === undefined ? sayRefusal(error) : { key: problem } };
  }
}
