import type { AnyRouter } from '@tanstack/react-router';
import { hasUnsaved } from './unsaved.ts';

/** What the service worker asks its windows when a notice was tapped (web/service-worker.ts). */
type WorkerQuestion = { ask: 'who' } | { ask: 'go'; path: string };
type WindowAnswer = 'free' | 'unsaved' | 'going';

/**
 * Answers the service worker: a window that is there says so, and goes by itself to what a tapped notice is about, as by a link
 * of its own. A form with changes that nobody saved is asked about as ever.
 */
export function letWorkerLead({ history }: Pick<AnyRouter, 'history'>): void {
  // Browsers have none over plain http.
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<WorkerQuestion>) => {
    const [port] = ports;
    const answer = (how: WindowAnswer): void => port?.postMessage(how);
    if (data.ask === 'who') answer(hasUnsaved() ? 'unsaved' : 'free');
    if (data.ask !== 'go') return;
    answer('going');
    if (history.location.href !== data.path) history.push(data.path);
  });
}
