import { request } from 'node:http';
import { constants as os, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { apiBase } from '@mizan/contract/route.ts';
import { sealWith } from '../server/features/auth/testing/seal-with.ts';

/** What a thread of guessers is given; it posts what it was answered, by status, after it was sent 'stop'. */
export interface GuessersTask {
  port: number;
  guessersAtOnce: number;
  /** Where this flood begins among all addresses and accounts. */
  firstGuess: number;
}

/** So many that within a bench no account is guessed at often enough to be refused for it. */
const guessedNames = 2_000;

/** One guess at one account from one address: the loopback network has sixteen million of them. */
function guess(
  port: number,
  sealed: { username: string; password: string },
  guessed: number,
): Promise<number> {
  const localAddress = `127.${1 + ((guessed >> 14) % 250)}.${(guessed >> 7) & 127}.${1 + (guessed & 127)}`;
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path: `${apiBase}/auth/get-token`,
        method: 'POST',
        localAddress,
        agent: false,
        headers: { 'content-type': 'application/json', host: `localhost:${port}` },
      },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    call.on('error', reject).end(JSON.stringify(sealed));
  });
}

/** Guesses without a pause, each from another address and at another account, until `isOver`. */
async function guessAway(task: GuessersTask, isOver: () => boolean): Promise<Map<number, number>> {
  const { port, guessersAtOnce, firstGuess } = task;
  const { pemKey } = (await (await fetch(`http://127.0.0.1:${port}${apiBase}/auth/public-key`)).json()) as {
    pemKey: string;
  };
  // Sealed before the first guess: the guessers' own work is not to hold their flood up.
  const password = sealWith(pemKey, 'Guessed#2026');
  const usernames = Array.from({ length: guessedNames }, (_, index) =>
    sealWith(pemKey, `guessed-${firstGuess}-${index}`),
  );
  const answers = new Map<number, number>();
  let guessed = firstGuess;
  await Promise.all(
    Array.from({ length: guessersAtOnce }, async () => {
      while (!isOver()) {
        guessed += 1;
        const username = usernames[guessed % guessedNames] ?? '';
        const status = await guess(port, { username, password }, guessed);
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    }),
  );
  return answers;
}

// Guessers have machines of their own: on this one they take what the portal leaves, and on Linux this is the
// priority of the thread alone.
if (process.platform === 'linux') setPriority(os.priority.PRIORITY_LOW);
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
parentPort?.postMessage(await guessAway(workerData as GuessersTask, () => isOver));
