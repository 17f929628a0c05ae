/**
 * What a test file has to let go of at its end. A hook that is set while hooks or tests already run is never called, and a
 * module that several files share runs once in a worker: what a file opens in `beforeAll` or in a test would stay open to the
 * end of the run, and work on beside every file after it.
 */
type Ending = () => unknown;
const endings: Ending[] = [];

/** Does `ending` after the last test of the file, wherever it is called; what was asked for last is done first. */
export const atFileEnd = (ending: Ending): void => void endings.push(ending);

/** Does all of them, also where one fails, and fails as the first of them did. Of left-as-found.ts. */
export async function endFile(): Promise<void> {
  const failures: unknown[] = [];
  for (let ending = endings.pop(); ending; ending = endings.pop()) {
    try {
      await ending();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
