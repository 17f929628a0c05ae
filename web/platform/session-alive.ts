/**
 * The session-alive rule (rules S4): what local storage holds does not survive the closing of
 * the browser. A timer at unload never runs when a browser closes, so the check stands at the next load: where
 * this tab has no marker and no other tab answers in time, local storage is cleared (rules D7).
 */
const marker = 'sessionAlive';
const channelName = 'mizan.session-alive';
export const answerWaitMs = 500;

/** Marks this tab as alive and answers others; clears local storage where this is the first tab of a browser. */
export function keepSessionAlive(): void {
  const channel = new BroadcastChannel(channelName);
  let answered = false;
  channel.addEventListener('message', (event: MessageEvent<'who' | 'here'>) => {
    if (event.data === 'who') channel.postMessage('here');
    else answered = true;
  });
  if (sessionStorage.getItem(marker) === null) {
    channel.postMessage('who');
    setTimeout(() => {
      if (!answered) localStorage.clear();
    }, answerWaitMs);
  }
  sessionStorage.setItem(marker, '1');
  // Clearing the session must not make this very tab look like a new one.
  addEventListener('pagehide', () => sessionStorage.setItem(marker, '1'));
}
