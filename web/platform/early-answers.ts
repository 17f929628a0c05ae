declare global {
  interface Window {
    /** What index.html asked for before the app's code was there, by address. */
    earlyAnswers?: Record<string, Promise<Response> | undefined>;
    /** Asks for all files of the screen at an address side by side, those apart that were asked for before. */
    askFiles?: (address: string) => void;
    /** Says in the first picture that the app is not there, with a way to ask for it again. */
    sayLate?: () => void;
  }
}

/** An answer that nobody took by then is of no use any more: its page was left before it showed. */
const usefulMs = 10_000;

/** They were asked for with the token that index.html found: whoever signs in after it asks anew. */
export function dropEarlyAnswers(): void {
  if (globalThis.window?.earlyAnswers) window.earlyAnswers = {};
}

/** The answer to a question that index.html asked already; each is given once, and none where it failed. */
export function takeEarlyAnswer(address: string): Promise<Response | undefined> | undefined {
  const answer = globalThis.window?.earlyAnswers?.[address];
  if (!answer) return undefined;
  window.earlyAnswers = { ...window.earlyAnswers, [address]: undefined };
  return performance.now() < usefulMs ? answer.catch(() => undefined) : undefined;
}
