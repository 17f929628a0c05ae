import { readKept, shownPreferences } from './preferences.ts';
import { followPreferences, forgetFollowed } from './preferences-follow.ts';
import { queryClient } from './query-client.ts';
import { readSession } from './session.store.ts';
import { losesByReload } from './unrepeated.ts';

/** Whether digits or dates were chosen anew since this page was loaded. */
function isShownOtherwise(): boolean {
  const { digits, calendar } = readKept();
  return digits !== shownPreferences.digits || calendar !== shownPreferences.calendar;
}

/** How often is looked whether nobody is in the way of a page that is to be read anew, as the status of the line is. */
const lookMs = 1_000;
let waiting: ReturnType<typeof setInterval> | undefined;

function readAnewWhenFree(): void {
  const isSignedIn = readSession() !== null;
  if (isSignedIn && (losesByReload() || queryClient.isMutating() > 0)) return;
  clearInterval(waiting);
  waiting = undefined;
  if (isSignedIn && isShownOtherwise()) location.reload();
}

/**
 * Somebody chose in another of their windows: this page is read anew as soon as nothing on it would be lost, and not at all where
 * it was chosen back meanwhile.
 */
export async function followAgain(): Promise<void> {
  forgetFollowed();
  await followPreferences();
  if (!isShownOtherwise()) return;
  waiting ??= setInterval(readAnewWhenFree, lookMs);
  readAnewWhenFree();
}
