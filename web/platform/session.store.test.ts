import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubBrowser } from '../testing/browser.ts';
import type * as SessionStore from './session.store.ts';

afterEach(() => vi.unstubAllGlobals());

describe('session', () => {
  let browser: ReturnType<typeof stubBrowser>;
  let store: typeof SessionStore;
  beforeEach(async () => {
    browser = stubBrowser();
    store = await import('./session.store.ts');
  });
  const answer = { accessToken: 'token', role: 'CASHIER', fullName: 'Ahmed Hassan', email: null } as const;

  test('signing in keeps the names of rules S3.1 in session storage and tells those who watch', () => {
    const heard = vi.fn<() => void>();
    store.watchSession(heard);
    store.otpChallenge.keep('challenge');
    store.beginSession(answer);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(store.readSession()).toEqual({
      accessToken: 'token',
      role: 'CASHIER',
      userName: 'Ahmed Hassan',
      email: '',
    });
    expect(browser.sessionStorage.getItem('role')).toBe('CASHIER');
    expect(browser.sessionStorage.getItem('trustedDeviceToken')).toBeNull();
  });

  test('a session that ends by itself under a page that stays is held until its owner has signed in again', async () => {
    const giveUp = store.keepPage();
    store.beginSession(answer);
    store.endSession({ flagged: true });
    expect(store.readSession()).toBeNull();
    expect(store.readHeld()).toMatchObject({ userName: 'Ahmed Hassan' });
    const waited = store.whenSignedInAgain();
    store.endSession({ flagged: true });
    store.beginSession({ ...answer, accessToken: 'next' });
    expect(store.readHeld()).toMatchObject({ accessToken: 'token' });
    store.releasePage();
    expect(await waited).toBe(true);
    expect(store.readHeld()).toBeNull();
    giveUp();
  });

  test('who waits for a sign-in on a page that is given up, or left by a logout, waits no more', async () => {
    const giveUp = store.keepPage();
    store.beginSession(answer);
    store.endSession({ flagged: true });
    const waited = store.whenSignedInAgain();
    giveUp();
    expect(await waited).toBe(false);
    expect(store.readHeld()).toBeNull();
    store.beginSession(answer);
    store.endSession({ flagged: true });
    expect(await store.whenSignedInAgain()).toBe(false);
    const again = store.keepPage();
    store.beginSession(answer);
    store.endSession({ flagged: false, leaves: true });
    expect(store.readHeld()).toBeNull();
    again();
  });

  test('logging out clears all session storage', () => {
    store.beginSession(answer);
    browser.sessionStorage.setItem('notifications', '[]');
    store.endSession({ flagged: false, leaves: true });
    expect(store.hasLeft()).toBe(true);
    expect(browser.sessionStorage.length).toBe(0);
    expect(store.readSession()).toBeNull();
    expect(store.takeEndedFlag()).toBe(false);
  });

  test('a session that ended by itself is said once', () => {
    store.beginSession(answer);
    store.endSession({ flagged: true });
    expect(store.hasLeft()).toBe(false);
    expect(store.takeEndedFlag()).toBe(true);
    expect(store.takeEndedFlag()).toBe(false);
  });

  test('a token with a role that nobody knows is no session', () => {
    browser.sessionStorage.setItem('accessToken', 'token');
    browser.sessionStorage.setItem('role', 'ROOT');
    store.endSession({ flagged: false });
    expect(store.readSession()).toBeNull();
  });
});

describe('session-alive rule', () => {
  let browser: ReturnType<typeof stubBrowser>;
  beforeEach(() => {
    browser = stubBrowser();
    browser.localStorage.setItem('color-scheme', 'dark');
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  /** Another tab of the same browser, or none. */
  function stubChannel(otherTab: boolean): void {
    vi.stubGlobal(
      'BroadcastChannel',
      class extends EventTarget {
        postMessage(said: string): void {
          if (!otherTab || said !== 'who') return;
          this.dispatchEvent(Object.assign(new Event('message'), { data: 'here' }));
        }
      },
    );
  }
  async function load(): Promise<void> {
    const { keepSessionAlive, answerWaitMs } = await import('./session-alive.ts');
    keepSessionAlive();
    vi.advanceTimersByTime(answerWaitMs);
  }

  test('the first tab after the browser was closed finds local storage cleared', async () => {
    stubChannel(false);
    await load();
    expect(browser.localStorage.length).toBe(0);
  });

  test('a reload keeps local storage: the tab has its marker', async () => {
    stubChannel(false);
    browser.sessionStorage.setItem('sessionAlive', '1');
    await load();
    expect(browser.localStorage.getItem('color-scheme')).toBe('dark');
  });

  test('a second tab keeps local storage: the first one answers', async () => {
    stubChannel(true);
    await load();
    expect(browser.localStorage.getItem('color-scheme')).toBe('dark');
  });

  test('a reload after a logout is no new browser: leaving the page sets the marker again', async () => {
    stubChannel(false);
    browser.sessionStorage.setItem('sessionAlive', '1');
    await load();
    browser.sessionStorage.clear();
    browser.events.dispatchEvent(new Event('pagehide'));
    expect(browser.sessionStorage.getItem('sessionAlive')).toBe('1');
  });
});
