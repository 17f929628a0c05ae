import { constants, publicEncrypt } from 'node:crypto';
import { request } from 'node:http';
import { apiBase } from '@mizan/contract/route.ts';
import { type LoadPlan, type LoadResult, loadCells, loadColumns, runLoad } from './load.ts';
import { type ServerProcess, startPortalProcess } from './processes.ts';
import type { BenchDeps, Measured, Scenario, ScenarioReport } from './scenario.ts';
import { signedIn } from './session.ts';

const budgetTimes = 2;
/**
 * The others rest between their requests, as people do: connections that ask without a pause keep the machine
 * busy by themselves, and a p99 that is bad already is easily kept within its double.
 */
const load = { connections: 4, warmUpSeconds: 2, seconds: 10, pauseMs: 10 } as const;
/** As many as the portal takes in, so that every guess costs it a hash; then more than its queue holds. */
const floods = { taken: 32, refused: 128 } as const;
/** Fewer hashes than this a second, and there was no flood to speak of. */
const hashesAtLeast = 10;
const guessedNames = 2_000;
const route = `${apiBase}/auth/session`;
/** Over all floods, so that no address and no account comes back too soon. */
let guessed = 0;

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
async function startFlood({ port }: ServerProcess, guessersAtOnce: number): Promise<Flood> {
  const { pemKey } = (await (await fetch(`http://127.0.0.1:${port}${apiBase}/auth/public-key`)).json()) as {
    pemKey: string;
  };
  // Sealed before anything is measured: the guessers' own work is not to be the portal's delay.
  const password = sealWith(pemKey, 'Guessed#2026');
  const usernames = Array.from({ length: guessedNames }, (_, index) => sealWith(pemKey, `guessed-${index}`));
  const answers = new Map<number, number>();
  let isOn = true;
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

interface Flooded {
  load: LoadResult;
  /** '300 times 401, 12 times 503'. */
  said: string;
  hashesPerSecond: number;
}

/** What the others notice while so many guess. */
async function measureFlood(portal: ServerProcess, plan: LoadPlan, guessers: number): Promise<Flooded> {
  const start = performance.now();
  const flood = await startFlood(portal, guessers);
  const load = await runLoad(plan);
  await flood.stop();
  const seconds = (performance.now() - start) / 1_000;
  const said = [...flood.answers].map(([status, count]) => `${count} times ${status}`).join(', ');
  // A wrong password is what a guess that was hashed is answered with.
  return { load, said, hashesPerSecond: (flood.answers.get(401) ?? 0) / seconds };
}

function results(idle: LoadResult, flooded: Flooded, which: string): Measured[] {
  const times = flooded.load.p99Ms / idle.p99Ms;
  return [
    {
      what: `other requests' p99 under ${which}, of their p99 without it`,
      value: `${times.toFixed(2)} (${flooded.load.p99Ms.toFixed(1)} of ${idle.p99Ms.toFixed(1)} ms)`,
      budget: `<= ${budgetTimes}`,
      isWithin: times <= budgetTimes,
    },
    {
      what: `passwords hashed a second under ${which}, so that it is one`,
      value: flooded.hashesPerSecond.toFixed(0),
      budget: `>= ${hashesAtLeast}`,
      isWithin: flooded.hashesPerSecond >= hashesAtLeast,
    },
  ];
}

async function run({ database, log }: BenchDeps): Promise<ScenarioReport> {
  const headers = await signedIn(database);
  const portal = await startPortalProcess(database.ownerUrl, database.dataDir);
  try {
    const plan = { ...load, port: portal.port, headers, path: () => route };
    const idle = await runLoad(plan);
    const taken = await measureFlood(portal, plan, floods.taken);
    const refused = await measureFlood(portal, plan, floods.refused);
    log(`the guesses were answered ${taken.said}; then ${refused.said}`);
    return {
      how: `${floods.taken}, then ${floods.refused} guessers sign in without a pause, each guess from another address and at another account, while ${load.connections} connections ask for a session every ${load.pauseMs} ms. The guesses were answered ${taken.said}; then ${refused.said}.`,
      results: [
        ...results(idle, taken, 'a flood that is taken in'),
        ...results(idle, refused, 'one that overfills the queue'),
      ],
      table: [
        ['', ...loadColumns],
        ['without', ...loadCells(idle)],
        [`${floods.taken} guessers`, ...loadCells(taken.load)],
        [`${floods.refused} guessers`, ...loadCells(refused.load)],
      ],
    };
  } finally {
    await portal.stop();
  }
}

export const scenario: Scenario = { name: 'sign-in-flood', title: 'A flood of sign-ins', run };
