import { addPushDevice, listPushDevices } from '@mizan/contract/push-devices.ts';
import { useSyncExternalStore } from 'react';
import { call } from './api-client.ts';

/** The service worker of this browser and what it is sent; loaded behind the sign-in, once a page has nothing better to do. */
const address = '/sw.js';
/** As the worker knows it. */
const takeOver = 'take over';
const askAgainMs = 60 * 60_000;

/** A page over plain http, and some browsers' private windows, have none. */
const isSupported = (): boolean => isSecureContext && 'serviceWorker' in navigator;
export const canBePushed = (): boolean => isSupported() && 'PushManager' in globalThis;

const listeners = new Set<() => void>();
let waiting: ServiceWorker | null = null;
let begun: Promise<ServiceWorkerRegistration | null> | null = null;

/** A newer version is there and waits for its turn; where none was there before, nothing is new. */
function noteWaiting(registration: ServiceWorkerRegistration): void {
  if (!registration.waiting || !navigator.serviceWorker.controller) return;
  waiting = registration.waiting;
  for (const listener of listeners) listener();
}

async function register(): Promise<ServiceWorkerRegistration | null> {
  if (!isSupported()) return null;
  // Some browsers are told to take none, and answer nothing.
  const registration = (await navigator.serviceWorker.register(address)) as
    | ServiceWorkerRegistration
    | undefined;
  if (!registration) return null;
  noteWaiting(registration);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => noteWaiting(registration));
  });
  setInterval(() => void registration.update().catch(() => undefined), askAgainMs);
  return registration;
}

/** Registers the worker of this browser, once a page. */
export const startWorker = (): Promise<ServiceWorkerRegistration | null> => (begun ??= register());

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const useIsNewVersion = (): boolean => useSyncExternalStore(watch, () => waiting !== null);

/** Lets the newer version take its turn, and reads the page anew with it. */
export function takeNewVersion(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting?.postMessage(takeOver);
}

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function hashOf({ endpoint }: PushSubscription): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
}

const bytesOf = (base64Url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

const tell = (subscription: PushSubscription): Promise<unknown> => {
  const { keys } = subscription.toJSON();
  const body = {
    endpoint: subscription.endpoint,
    p256dh: keys?.['p256dh'] ?? '',
    auth: keys?.['auth'] ?? '',
  };
  return call(addPushDevice, { body });
};

/** The hash of what this browser is sent by, as the list of devices names it; null where nothing is. */
export async function ownDeviceHash(): Promise<string | null> {
  const registration = canBePushed() ? await startWorker() : null;
  const subscription = await registration?.pushManager.getSubscription();
  return subscription ? hashOf(subscription) : null;
}

/** The person said no to notifications of this site, or the browser has none here. */
export class PushRefusedError extends Error {}

/** Lets notices be sent to this browser: asks the person, then the browser's push service, then the portal. @throws PushRefusedError, ApiError */
export async function pushHere(publicKey: string): Promise<void> {
  const registration = canBePushed() ? await startWorker() : null;
  if (!registration || (await Notification.requestPermission()) !== 'granted') throw new PushRefusedError();
  await navigator.serviceWorker.ready;
  const before = await registration.pushManager.getSubscription();
  // Of another portal's key, or of whoever was signed in here before: theirs is of no use.
  await before?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  await tell(
    await registration.pushManager.subscribe(options).catch(() => {
      throw new PushRefusedError();
    }),
  );
}

/**
 * A browser that its person let notices be sent to says with each start that it is still there, so that it counts by the
 * session of the moment. One that is not theirs says nothing: whoever signed out here gets nothing more.
 */
export async function renewPush(): Promise<void> {
  const registration = canBePushed() ? await startWorker() : null;
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  const hash = await hashOf(subscription);
  const { rows } = await call(listPushDevices, {});
  if (rows.some(({ endpointHash }) => endpointHash === hash)) await tell(subscription);
}
