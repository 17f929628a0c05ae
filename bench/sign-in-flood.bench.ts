import { constants, publicEncrypt } from 'node:crypto';
import { request } from 'node:http';
import { apiBase } from '@mizan/contract/route.ts';
import { loadCells, loadColumns, runLoad } from './load.ts';
import { type ServerProcess, startPortalProcess } from './processes.ts';
import type { BenchDeps, Scenario, ScenarioReport } from './scenario.ts';
import { signedIn } from './session.ts';

const budgetTimes = 2;
const load = { connections: 4, warmUpSeconds: 2, seconds: 10 } as const;
const guessersAtOnce = 32;
const guessedNames = 2_000;
const route = `${apiBase}/auth/session`;

/** RSA-OAEP with SHA-1, as the login screen does it. */
function sealWith(pem: string, text: string): string {
  const key = { key: pem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' };
  return publicEncrypt(key, Buffer.from(text)).toString('base64');
}

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

interface Flood {
  /** Answers so far, by status. */
  answers: Map<number, number>;
  stop(): Promise<void>;
}

/** Guesses without a pause, each from another address and at another account, until it is stopped. */
async function startFlood({ port }: ServerProcess): Promise<Flood> {
  const { pemKey } = (await (await fetch(`http://127.0.0.1:${port}${apiBase}/auth/public-key`)).json()) as {
    pemKey: string;
  };
  // Sealed before anything is measured: the guessers' own work is not to be the portal's delay.
  const password = sealWith(pemKey, 'Guessed#2026');
  const usernames = Array.from({ length: guessedNames }, (_, index) => sealWith(pemKey, `guessed-${index}`));
  const answers = new Map<number, number>();
  let [guessed, isOn] = [0, true];
  const guessers = Array.from({ length: guessersAtOnce }, async () => {
    while (isOn) {
      guessed += 1;
      const username = usernames[guessed % guessedNames] ?? '';
      const status = await guess(port, { username, password }, guessed);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  });
  return {
    answers,
    stop: async () => {
      isOn = false;
      await Promise.all(guessers);
    },
  };
}

async function run({ database, log }: BenchDeps): Promise<ScenarioReport> {
  const headers = await signedIn(database);
  const portal = await startPortalProcess(database.ownerUrl, database.dataDir);
  try {
    const plan = { ...load, port: portal.port, headers, path: () => route };
    const idle = await runLoad(plan);
    const flood = await startFlood(portal);
    const flooded = await runLoad(plan);
    await flood.stop();
    const said = [...flood.answers].map(([status, count]) => `${count} times ${status}`).join(', ');
    log(`the guesses were answered ${said}`);
    const times = flooded.p99Ms / idle.p99Ms;
    return {
      how: `${guessersAtOnce} guessers sign in without a pause, each guess from another address and at another account, while ${load.connections} connections ask for a session. The guesses were answered ${said}.`,
      results: [
        {
          what: "other requests' p99 under the flood, of their p99 without it",
          value: `${times.toFixed(2)} (${flooded.p99Ms.toFixed(1)} of ${idle.p99Ms.toFixed(1)} ms)`,
          budget: `<= ${budgetTimes}`,
          isWithin: times <= budgetTimes,
        },
      ],
      table: [
        ['', ...loadColumns],
        ['without', ...loadCells(idle)],
        ['under the flood', ...loadCells(flooded)],
      ],
    };
  } finally {
    await portal.stop();
  }
}

export const scenario: Scenario = { name: 'sign-in-flood', title: 'A flood of sign-ins', run };
