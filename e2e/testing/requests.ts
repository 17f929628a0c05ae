import { EventEmitter, once } from 'node:events';
import type { Page, Request } from 'playwright-core';

/** What a page has asked for over HTTP since it was opened, and what of it has no answer yet. */
interface Traffic {
  asked: number;
  readonly underWay: Set<Request>;
  /** What came and went last, a line each, with the ms since the page was opened. */
  readonly lately: string[];
  /** Says 'none' when the last answer is there. */
  readonly changes: EventEmitter;
}

const trafficOf = new WeakMap<Page, Traffic>();
const latelyMost = 80;

/** Begins to count; before the page goes anywhere. */
export function countRequests(page: Page): void {
  const traffic: Traffic = { asked: 0, underWay: new Set(), lately: [], changes: new EventEmitter() };
  const { underWay, lately } = traffic;
  trafficOf.set(page, traffic);
  const beganMs = performance.now();
  const note = (what: string): void => {
    lately.push(`${Math.round(performance.now() - beganMs)} ${what}`);
    if (lately.length > latelyMost) lately.shift();
  };
  page.on('request', (request) => {
    // Another page is opened: what the one before still waited for is nobody's any more.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) underWay.clear();
    traffic.asked += 1;
    underWay.add(request);
    note(`${request.method()} ${request.url()}`);
  });
  const end = (request: Request, how: string): void => {
    underWay.delete(request);
    note(`${how} ${request.method()} ${request.url()}`);
    if (underWay.size === 0) traffic.changes.emit('none');
  };
  page.on('requestfinished', (request) => end(request, 'answered'));
  page.on('requestfailed', (request) => end(request, request.failure()?.errorText ?? 'failed'));
  page.on('websocket', (socket) => {
    note(`opens ${socket.url()}`);
    socket.on('framereceived', ({ payload }) => note(`hears ${payload.toString()}`));
    socket.on('close', () => note(`closed ${socket.url()}`));
  });
}

/** The addresses that a page has no answer from yet, one to a line. */
export const unanswered = (page: Page): string =>
  [...(trafficOf.get(page)?.underWay ?? [])].map((request) => request.url()).join('\n');

/** What a page asked for, was answered and heard last, one to a line. */
export const trafficLately = (page: Page): string => trafficOf.get(page)?.lately.join('\n') ?? '';

/** Waits until every request has its answer, and says how many there have been. */
export async function answered(page: Page): Promise<number> {
  const traffic = trafficOf.get(page);
  if (!traffic) throw new Error('nobody counts the requests of this page');
  while (traffic.underWay.size > 0) await once(traffic.changes, 'none');
  return traffic.asked;
}
