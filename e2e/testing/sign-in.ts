import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  freshSignInMinutes,
  getPublicKey,
  getToken,
  type OtpChallenge,
  otpLength,
  type SignedIn,
  validateOtp,
} from '@mizan/contract/auth.ts';
import { paths } from '@mizan/contract/paths.ts';
import { apiBase } from '@mizan/contract/route.ts';
import { demoPassword } from '../../server/demo/demo-merchants.ts';
import { sealWith } from '../../server/features/auth/testing/seal-with.ts';
import { withFileLock } from '../../server/platform/postgres/file-lock.ts';
import { quietPath } from './browser.ts';
import type { Window } from './stage.ts';

/** The answer that asks for the second factor; browsers log it as an error. */
export const secondFactor = /status of 511/;

interface Mail {
  id: string;
  to: string;
  code: string | null;
  link: string | null;
}

/** The mails of the demo, newest first. */
export async function outbox(url: string): Promise<Mail[]> {
  const answer = await fetch(`${url}/demo/outbox`, { headers: { accept: 'application/json' } });
  return ((await answer.json()) as { messages: Mail[] }).messages;
}

/** 45 seconds together: as long as a window waits for anything, because the machine may be busy. */
const mailLooks = { count: 900, everyMs: 50 } as const;

/** The newest one-time code to this address that was written after the mails of `before`. */
export async function newCode(url: string, to: string, before: readonly Mail[]): Promise<string> {
  const known = new Set(before.map(({ id }) => id));
  for (let look = 0; look < mailLooks.count; look += 1) {
    const mail = (await outbox(url)).find((each) => each.to === to && each.code && !known.has(each.id));
    if (mail?.code) return mail.code;
    await new Promise((resolve) => setTimeout(resolve, mailLooks.everyMs));
  }
  throw new Error(`no one-time code for ${to}`);
}

/** Fills in the first panel and sends it. */
export async function sendCredentials({ page, t }: Window, name: string, password = demoPassword) {
  await page.getByLabel(t('auth:login.username')).fill(name);
  await page.getByLabel(t('common:fields.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('auth:login.submit'), exact: true }).click();
}

/** Types a code; six digits send themselves, fewer are sent by the button. */
export async function sendCode({ page, t }: Window, code: string): Promise<void> {
  await page.getByLabel(t('auth:otp.label')).fill(code);
  if (code.length !== otpLength) await page.getByRole('button', { name: t('auth:otp.verify') }).click();
}

/** The whole way through the login screen, with its one-time code where one is asked for. */
export async function signInByHand(window: Window, name: string): Promise<void> {
  const { page, url, t } = window;
  if (!page.url().includes(paths.login)) await window.go(paths.login);
  window.expectErrors(secondFactor);
  await aloneAs(url, name, async () => {
    const before = await outbox(url);
    await sendCredentials(window, name);
    if (name.includes('@')) {
      await page.getByLabel(t('auth:otp.label')).waitFor();
      await sendCode(window, await newCode(url, name, before));
    }
    await page.waitForURL((address) => address.pathname !== paths.login);
  });
}

/** While nobody else signs this person in: two workers that do at once would read each other's codes. */
export const aloneAs = <T>(url: string, name: string, work: () => Promise<T>): Promise<T> =>
  withFileLock(lockOf(url, name), lockWaitMs, work);

const lockWaitMs = 60_000;
const lockOf = (url: string, name: string): string =>
  join(
    tmpdir(),
    `mizan-e2e-${createHash('sha256').update(`${url} ${name}`).digest('hex').slice(0, 16)}.lock`,
  );

/** What a tab keeps of a session; a worker signs in once for each person and reuses it. */
const kept = new Map<string, { at: number; session: Promise<Record<string, string>> }>();

/** While it counts as a fresh sign-in, and a test longer: a run of all files may take longer than that. */
const keptMs = (freshSignInMinutes - 5) * 60_000;

/** As a browser on this machine names itself, so that lists of sessions and devices read as they do to people. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

async function post(url: string, path: string, body: object): Promise<{ status: number; body: unknown }> {
  const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
  const answer = await fetch(url + apiBase + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

/** Signs in as the login screen does, without its page: login.e2e.ts goes by the page itself. */
async function sessionOf(url: string, name: string): Promise<Record<string, string>> {
  const { pemKey } = (await (await fetch(url + apiBase + getPublicKey.path)).json()) as { pemKey: string };
  return aloneAs(url, name, async () => {
    const before = await outbox(url);
    const sealed = { username: sealWith(pemKey, name), password: sealWith(pemKey, demoPassword) };
    let answer = await post(url, getToken.path, sealed);
    if (answer.status === 511) {
      const { token } = answer.body as OtpChallenge;
      answer = await post(url, validateOtp.path, { token, otp: await newCode(url, name, before) });
    }
    if (answer.status !== 200) throw new Error(`${answer.status} for ${name}`);
    const { accessToken, role, fullName, email } = answer.body as SignedIn;
    return { accessToken, role, userName: fullName, email: email ?? '' };
  });
}

/** Opens `path` as somebody who has signed in already. */
export async function openAs(window: Window, name: string, path: string): Promise<void> {
  await enterAs(window, name);
  await window.go(path);
}

/** Makes a window that of somebody who has signed in. */
export async function enterAs(window: Window, name: string): Promise<void> {
  const { url } = window;
  const key = `${url} ${name}`;
  const known = kept.get(key);
  const isFresh = known !== undefined && performance.now() - known.at < keptMs;
  const entry = isFresh ? known : { at: performance.now(), session: sessionOf(url, name) };
  kept.set(key, entry);
  await giveSession(window, await entry.session);
}

/** Puts a session into the tab, where nothing reads it yet and next to nothing is loaded. */
export async function giveSession(window: Window, entries: Readonly<Record<string, string>>): Promise<void> {
  if (window.page.url() !== window.url + quietPath) await window.go(quietPath);
  await window.page.evaluate((all) => {
    for (const [name, value] of Object.entries(all)) sessionStorage.setItem(name, value);
    sessionStorage.setItem('sessionAlive', '1');
  }, entries);
}
