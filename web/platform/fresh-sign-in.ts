/**
 * Some calls want the password given within the last 15 minutes (rules D7). When one is refused for
 * that, the shell's dialog asks for it, and the same call is made once more: no screen has to know of it.
 */
type Asker = () => Promise<boolean>;
let asker: Asker | null = null;
let asked: Promise<boolean> | null = null;

/** The dialog takes the question while it stands; answers the way to take it back. */
export function answerFreshSignIn(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** Whether the password was given now. Calls that are refused together ask once. */
export function askFreshSignIn(): Promise<boolean> {
  if (!asker) return Promise.resolve(false);
  asked ??= asker().finally(() => {
    asked = null;
  });
  return asked;
}
