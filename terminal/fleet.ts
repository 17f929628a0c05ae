import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namedTotals } from '@mizan/contract/terminal-link.ts';
import { type FleetEntry, OptionProblem, type Options } from './options.ts';
import { startTerminal, type Terminal } from './terminal.ts';

const entryShape = (value: unknown): FleetEntry => {
  const { tid, serial, model, enrolCode, madaPackage, before } = value as Record<string, unknown>;
  if (typeof tid !== 'string' || !/^\d{8,16}$/.test(tid)) throw new Error('an entry has no tid');
  return {
    tid,
    serial: typeof serial === 'string' ? serial : `SIM${tid}`,
    model: typeof model === 'string' ? model : 'Simulator',
    enrolCode: typeof enrolCode === 'string' ? enrolCode : null,
    ...(typeof madaPackage === 'string' && { madaPackage }),
    before: namedTotals.parse(before),
  };
};

function fromFile(file: string | null): FleetEntry[] {
  if (file === null) return [];
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as unknown[]).map(entryShape);
  } catch (error) {
    throw new OptionProblem(`the fleet file ${file} cannot be read: ${(error as Error).message}`);
  }
}

/** Terminals that were switched on from this folder before: their identity says all. */
function fromFolder(stateDir: string): FleetEntry[] {
  if (!existsSync(stateDir)) return [];
  return readdirSync(stateDir)
    .filter((tid) => existsSync(join(stateDir, tid, 'identity.json')))
    .toSorted()
    .map((tid) => ({ tid, serial: `SIM${tid}`, model: 'Simulator', enrolCode: null }));
}

/** The terminals that the options name, each once, those of the file first. */
export function fleetOf(options: Options): FleetEntry[] {
  const entries = new Map<string, FleetEntry>();
  const named = [...fromFile(options.fleetFile), ...options.enrolments, ...fromFolder(options.stateDir)];
  for (const entry of named) if (!entries.has(entry.tid)) entries.set(entry.tid, entry);
  return [...entries.values()].slice(0, options.count);
}

export interface Fleet {
  readonly terminals: readonly Terminal[];
  stop(): void;
}

/** Switches them on; with `autoSalesSeconds`, customers come to the terminals by themselves. */
export function startFleet(options: Options, log: (text: string) => void): Fleet {
  const { url, stateDir, speed, fails } = options;
  const terminals = fleetOf(options).map((entry) =>
    startTerminal({ ...entry, url, stateDir, speed, fails, log }),
  );
  const customers = options.autoSalesSeconds
    ? setInterval(() => {
        const terminal = terminals[Math.floor(Math.random() * terminals.length)];
        // One customer in twenty changes their mind at the counter.
        if (Math.random() < 0.05 && terminal?.device.reverse()) return;
        // One time in thirty the shift is over, and somebody reconciles.
        if (Math.random() < 0.03 && terminal?.device.reconcile()) return;
        // One in fifty comes for cash alone.
        const kind = Math.random() < 0.02 ? 'CASH_ADVANCE' : 'PURCHASE';
        terminal?.device.sell(500 + Math.floor(Math.random() * 400) * 100, kind);
      }, options.autoSalesSeconds * 1_000)
    : undefined;
  return {
    terminals,
    stop: () => {
      clearInterval(customers);
      for (const terminal of terminals) terminal.stop();
    },
  };
}
