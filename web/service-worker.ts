/**
 * The service worker: it keeps the files of the shell, shows a page where the portal cannot be reached, and shows notices
 * that are sent to this device (docs/decisions/0121-notices-on-devices.md). What the portal answers is never kept: no
 * question of the API is even seen here, and a page is always asked for anew, because each has a nonce of its own.
 * It imports nothing: the browser runs it as one file.
 */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null;
}
interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification;
}
interface WindowClient {
  focus(): Promise<WindowClient>;
  postMessage(message: unknown, ports: Transferable[]): void;
}
interface Worker {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<WindowClient | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', work: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', work: (event: FetchEvent) => void): void;
  addEventListener(type: 'push', work: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', work: (event: NotificationEvent) => void): void;
  addEventListener(type: 'message', work: (event: MessageEvent<unknown>) => void): void;
}
const worker = globalThis as unknown as Worker;

/** Written by the build: another one for each build that has other files. */
const build = '__MIZAN_BUILD__';
const shell = `mizan-shell-${build}`;
const offlinePage = '/offline.html';
/** Files whose name is a hash of what is in them. */
const hashedFiles = '/assets/';
/** What a page says to the worker that waits: the person has pressed 'Reload'. */
const takeOver = 'take over';

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(shell).then((cache) => cache.addAll([offlinePage, '/icons/icon-192.png'])));
});

worker.addEventListener('activate', (event) => {
  const forget = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== shell).map((name) => caches.delete(name)));
  };
  event.waitUntil(forget());
});

worker.addEventListener('message', ({ data }) => {
  if (data === takeOver) void worker.skipWaiting();
});

async function fileOf(request: Request): Promise<Response> {
  const cache = await caches.open(shell);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) await cache.put(request, answer.clone());
  return answer;
}

async function pageOf(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (cause) {
    const kept = await caches.match(offlinePage);
    if (kept) return kept;
    throw cause;
  }
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(pageOf(request));
  else if (pathname.startsWith(hashedFiles)) event.respondWith(fileOf(request));
});

/** As server/features/push-devices writes it. */
interface PushMessage {
  title: string;
  body: string;
  lang: string;
  dir: 'ltr' | 'rtl';
  tag: string;
  path: string;
}

worker.addEventListener('push', (event) => {
  const message = event.data?.json() as PushMessage | undefined;
  if (!message) return;
  const { title, body, lang, dir, tag, path } = message;
  const icon = '/icons/icon-192.png';
  event.waitUntil(
    worker.registration.showNotification(title, { body, lang, dir, tag, icon, badge: icon, data: path }),
  );
});

/** How long a window has to answer. Two waits stay below the second after a tap in which browsers let a window be opened. */
const answerMs = 400;

/** What the window answers (web/platform/led-by-worker.ts); null where nobody is there: it is leaving, or still loading. */
async function answerOf(window: WindowClient, question: unknown): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data));
    port1.start();
    setTimeout(() => resolve(null), answerMs);
  });
  window.postMessage(question, [port2]);
  return answer.finally(() => port1.close());
}

/**
 * Has a window that is open go to `path` by itself, or opens one. `WindowClient.navigate` is not used: of a window that is on its way
 * to another site it may never settle, and it would read everything anew.
 */
async function lead(path: string): Promise<void> {
  // The one that was looked at last comes first.
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const answers = await Promise.all(windows.map((each) => answerOf(each, { ask: 'who' })));
  const free = answers.indexOf('free');
  // One with changes that nobody saved asks its person first, and is led only where there is no other.
  const led = windows[free < 0 ? answers.indexOf('unsaved') : free];
  if (led && (await answerOf(led, { ask: 'go', path })) === 'going') {
    await led.focus().catch(() => undefined);
    return;
  }
  await worker.clients.openWindow(path);
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { origin, pathname, search, hash } = new URL(String(event.notification.data), worker.location.origin);
  if (origin === worker.location.origin) event.waitUntil(lead(pathname + search + hash));
});
