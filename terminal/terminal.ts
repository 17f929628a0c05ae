import { join } from 'node:path';
import type { SchemeTotals } from '@mizan/contract/terminal-link.ts';
import { type Device, makeDevice } from './device.ts';
import type { FailureName } from './device-state.ts';
import { openIdentity } from './identity.ts';
import { openJournal } from './journal.ts';
import { type Link, type LinkWaits, linkWaits, openLink } from './link.ts';
import { newestPackage, telemetryOf } from './telemetry.ts';

export interface TerminalOptions {
  readonly tid: string;
  readonly serial: string;
  readonly model: string;
  /** Spent once; a terminal that has its key needs none. */
  readonly enrolCode: string | null;
  /** The mada package that it has; the newest where nobody says. */
  readonly madaPackage?: string;
  readonly before?: readonly SchemeTotals[];
  readonly fails?: readonly FailureName[];
  readonly url: string;
  /** Holds a folder for each terminal: key and journal. */
  readonly stateDir: string;
  readonly speed: number;
  /** What its clock says; the machine's where it is absent. */
  readonly now?: () => Date;
  readonly log: (text: string) => void;
  readonly waits?: LinkWaits;
}

export interface Terminal {
  readonly tid: string;
  readonly device: Device;
  readonly link: Link;
  stop(): void;
}

const telemetryEveryMs = 60_000;
/** A result that is not acknowledged on a line that stands is said again. */
const resendEveryMs = 15_000;

export const journalFile = (stateDir: string, tid: string): string => join(stateDir, tid, 'journal.jsonl');

/** Switches a terminal on: it remembers what its folder holds, connects, and takes payments. */
export function startTerminal(options: TerminalOptions): Terminal {
  const { tid, stateDir, log } = options;
  const stopping = new AbortController();
  const identity = openIdentity(join(stateDir, tid, 'identity.json'), options);
  const journal = openJournal(journalFile(stateDir, tid));
  const now = options.now ?? (() => new Date());
  // What a terminal that wakes up has to say waits for the line: the journal keeps it.
  let line: Link | null = null;
  const sendTelemetry = (): void =>
    line?.send({ type: 'telemetry', body: telemetryOf(tid, now(), options.madaPackage) });
  const device = makeDevice({
    tid,
    journal,
    send: (body) => line?.send(body),
    drop: () => line?.drop(),
    speed: options.speed,
    now,
    before: options.before ?? [],
    fails: options.fails ?? [],
    stopping: stopping.signal,
  });
  const link = openLink({
    url: options.url,
    identity,
    enrolCode: options.enrolCode,
    madaPackage: options.madaPackage ?? newestPackage,
    journalId: journal.id,
    log: (text) => log(`${tid} ${text}`),
    inFlight: () => device.inFlight(),
    unacked: () => device.unacked(),
    onWelcome: () => {
      log(`${tid} connected`);
      device.resend();
      sendTelemetry();
    },
    onFrame: (frame) => device.receive(frame),
    waits: options.waits ?? linkWaits,
  });
  line = link;
  const timers = [
    setInterval(sendTelemetry, telemetryEveryMs),
    setInterval(() => device.resend(), resendEveryMs),
  ];
  return {
    tid,
    device,
    link,
    stop: () => {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      link.stop();
      journal.close();
    },
  };
}
