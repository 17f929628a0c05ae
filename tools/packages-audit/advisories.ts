import { CouldNotAsk } from './npm.ts';

/** As the registry grades them, the worst first. */
export const severities = ['critical', 'high', 'moderate', 'low', 'info'] as const;
export type Severity = (typeof severities)[number];

/** A known vulnerability of a package that the lock names. */
export interface Advisory {
  readonly packageName: string;
  readonly severity: Severity;
  readonly title: string;
  readonly url: string;
  /** Versions that have it, as semver writes ranges. */
  readonly range: string;
  /** Where the package lies: 'node_modules/a/node_modules/b'. */
  readonly places: readonly string[];
}

export interface AuditReport {
  readonly advisories: readonly Advisory[];
  /** How many packages were asked about. */
  readonly packages: number;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** A grade that nobody knows is no reason to wait. */
const severityOf = (value: unknown): Severity => severities.find((each) => each === value) ?? 'high';

/** The advisories of one entry; a text in `via` names another entry, which has its own. */
function advisoriesOf(packageName: string, entry: Record<string, unknown>): Advisory[] {
  const places = Array.isArray(entry['nodes']) ? entry['nodes'].map(textOf) : [];
  const via = Array.isArray(entry['via']) ? entry['via'].filter(isRecord) : [];
  return via.map(({ severity, title, url, range }) => ({
    packageName,
    severity: severityOf(severity),
    title: textOf(title),
    url: textOf(url),
    range: textOf(range) || '*',
    places,
  }));
}

/** Why npm gave no report: the first line of what it says, or that it said nothing. */
function reasonOf(answer: unknown): string {
  const said = isRecord(answer) ? answer : {};
  const error = isRecord(said['error']) ? said['error'] : {};
  const [reason] = (textOf(said['message']) || textOf(error['summary'])).split('\n');
  return reason || 'it gave no report';
}

/** Reads what `npm audit --json` printed (report version 2). @throws CouldNotAsk where it is no report */
export function readReport(answer: unknown): AuditReport {
  const { vulnerabilities, metadata } = isRecord(answer) ? answer : {};
  const dependencies = isRecord(metadata) ? metadata['dependencies'] : null;
  const total = isRecord(dependencies) ? dependencies['total'] : null;
  if (!isRecord(vulnerabilities) || typeof total !== 'number') {
    throw new CouldNotAsk(`The registry could not be asked for known vulnerabilities: ${reasonOf(answer)}`);
  }
  const advisories = Object.entries(vulnerabilities).flatMap(([name, entry]) =>
    isRecord(entry) ? advisoriesOf(name, entry) : [],
  );
  return { advisories, packages: total };
}
