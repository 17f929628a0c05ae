import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { SchemeTotals } from '@mizan/contract/terminal-link.ts';
import { scriptLines } from './amounts.ts';
import { fleetFileIn, stateDirIn } from './demo-folder.ts';
import { type FailureName, failures } from './device-state.ts';

/** One terminal of a fleet, as a file or the command line names it. */
export interface FleetEntry {
  tid: string;
  serial: string;
  model: string;
  enrolCode: string | null;
  /** The mada package that it has; the newest where left out. */
  madaPackage?: string;
  /** What it and its host had counted before it was first switched on, which its first reconciliation counts too. */
  before?: readonly SchemeTotals[];
}

export interface Options {
  url: string;
  stateDir: string;
  fleetFile: string | null;
  enrolments: FleetEntry[];
  count: number;
  speed: number;
  autoSalesSeconds: number | null;
  /** What every terminal of the fleet fails on purpose. */
  fails: FailureName[];
}

const fleetLimit = 2_000;

export const helpText = (): string => `Simulated card terminals: they connect to the portal and take payments.

  npm run terminal -- [options]

  --url <address>         the portal (default http://localhost:8080)
  --fleet <file>          JSON list of terminals: [{"tid", "serial", "model", "enrolCode"}]
                          (default the demo's, where there is one)
  --enrol <tid>:<code>    one terminal with its pairing code; may be given several times
  --state-dir <folder>    keys and journals, a folder each (default the demo's);
                          terminals that are known there need no code
  --count <n>             how many of them to switch on (default all)
  --speed <factor>        1 is a person's pace, 0 waits for nothing (default 1)
  --auto-sales <seconds>  begins a sale at a terminal itself about so often, or takes the last one
                          back, or reconciles
  --fail <order>          reconcile: the host never has the terminal's totals; configure: settings
                          are refused; may be given twice
  --help                  this text

Amounts that fail on purpose, by their halalas:

${scriptLines()
  .map((line) => `  ${line}`)
  .join('\n')}

Every other amount is approved.`;

/** A mistake on the command line, as one sentence. */
export class OptionProblem extends Error {}

function numberOf(text: string | undefined, name: string, least: number, most: number): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (text.trim() !== '' && value >= least && value <= most) return value;
  throw new OptionProblem(`--${name} must be a number from ${least} to ${most}`);
}

function failureOf(text: string): FailureName {
  const known = failures.find((name) => name === text);
  if (!known) throw new OptionProblem(`--fail must be one of ${failures.join(', ')}`);
  return known;
}

function enrolmentOf(text: string): FleetEntry {
  const match = /^(\d{8,16}):(\S{6,40})$/.exec(text);
  if (!match) throw new OptionProblem('--enrol must be <tid>:<code>');
  const [, tid = '', enrolCode = ''] = match;
  return { tid, serial: `SIM${tid}`, model: 'Simulator', enrolCode };
}

/**
 * The command line, read and checked; null where the help text was asked for. `demoFolder` is where the demo of
 * this clone keeps its terminals. Throws OptionProblem.
 */
export function readOptions(args: readonly string[], demoFolder: string): Options | null {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    throw new OptionProblem((error as Error).message);
  }
  if (values.help) return null;
  if (!URL.canParse(values.url))
    throw new OptionProblem('--url must be an address such as http://localhost:8080');
  return {
    url: values.url,
    stateDir: values['state-dir'] ?? stateDirIn(demoFolder),
    fleetFile: values.fleet ?? demoFleet(values, fleetFileIn(demoFolder)),
    enrolments: (values.enrol ?? []).map(enrolmentOf),
    count: numberOf(values.count, 'count', 1, fleetLimit) ?? fleetLimit,
    speed: numberOf(values.speed, 'speed', 0, 100) ?? 1,
    autoSalesSeconds: numberOf(values['auto-sales'], 'auto-sales', 0.1, 86_400),
    fails: (values.fail ?? []).map(failureOf),
  };
}

/** Whoever names terminals or a folder of their own means those alone. */
const demoFleet = (values: ReturnType<typeof parse>, file: string): string | null =>
  values['state-dir'] === undefined && values.enrol === undefined && existsSync(file) ? file : null;

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      url: { type: 'string', default: 'http://localhost:8080' },
      fleet: { type: 'string' },
      enrol: { type: 'string', multiple: true },
      'state-dir': { type: 'string' },
      count: { type: 'string' },
      speed: { type: 'string' },
      'auto-sales': { type: 'string' },
      fail: { type: 'string', multiple: true },
      help: { type: 'boolean', default: false },
    },
  }).values;
