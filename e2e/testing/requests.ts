import { EventEmitter, once } from 'node:events';
import type { Page, Request } from 'playwright-core';

/** What a page has asked for over HTTP since it was opened, and what of it has no answer yet. */
interface Traffic {
  asked: number;
  readonly underWay: Set<Request>;
  /** Says 'none' when the last answer is there. */
  readonly changes: EventEmitter;
}

const trafficOf = new WeakMap<Page, Traffic>();

/** Begins to count; before the page goes anywhere. */
export function countRequests(page: Page): void {
  const traffic: Traffic = { asked: 0, underWay: new Set(), changes: new EventEmitter() };
  const { underWay } = traffic;
  trafficOf.set(page, traffic);
  page.on('request', (request) => {
    // Another page is opened: what the one before still waited for is nobody's any more.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) underWay.clear();
    traffic.asked += 1;
    underWay.add(request);
  });
  const end = (request: Request): void => {
    underWay.delete(request);
    if (underWay.size === 0) traffic.changes.emit('none');
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
}

/** The addresses that a page has no answer from yet, one to a line. */
export const unanswered = (page: Page): string =>
  [...(trafficOf.get(page)?.underWay ?? [])].map((request) => request.url()).join('\n');

/** Waits until every request has its answer, and says how many there have been. */
export async function answered(page: Page): Promise<number> {
  const traffic = trafficOf.get(page);
  if (!traffic) throw new Error('nobody counts the requests of this page');
  while (traffic.underWay.size > 0) await once(traffic.changes, 'none');
  return traffic.asked;
}
