import { gt, prerelease, satisfies, valid } from 'semver';
import { type Advisory, type Severity, severities } from './advisories.ts';

/**
 * How many days after a version that mends it was published a vulnerability may still be here. The rest goes
 * with the next release, and no release is later than that (docs/security.md, Components, says the same).
 */
export const daysToMend: Readonly<Record<Severity, number>> = {
  critical: 3,
  high: 7,
  moderate: 30,
  low: 30,
  info: 30,
};
const dayMs = 24 * 60 * 60_000;

/** Name of a version > when it was published, in ISO 8601. */
export type Published = Readonly<Record<string, string>>;

/** An advisory, and how much time there is. */
export interface Judgement {
  readonly advisory: Advisory;
  /** The oldest of the versions that are here. */
  readonly locked: string;
  /** The first version that mends it; null where there is none yet. */
  readonly mendedBy: { readonly version: string; readonly at: Date; readonly dueAt: Date } | null;
  /** Whether it may not wait: high or worse, or late. */
  readonly stops: boolean;
}

/** The first newer version that is outside of the range; one that is no release counts only for those who have such. */
function mendingVersion(locked: string, range: string, published: Published) {
  const takesPrereleases = prerelease(locked) !== null;
  const mending = Object.entries(published)
    .filter(([version]) => valid(version) !== null && gt(version, locked))
    .filter(([version]) => takesPrereleases || prerelease(version) === null)
    .filter(([version]) => !satisfies(version, range, { includePrerelease: true }))
    .map(([version, at]) => ({ version, at: new Date(at) }));
  return mending.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null;
}

/** What an advisory about a locked version means at this moment. */
export function judge(advisory: Advisory, locked: string, published: Published, now: Date): Judgement {
  const { severity, range } = advisory;
  const mending = mendingVersion(locked, range, published);
  const mendedBy = mending && {
    ...mending,
    dueAt: new Date(mending.at.getTime() + daysToMend[severity] * dayMs),
  };
  const isLate = mendedBy !== null && mendedBy.dueAt < now;
  const isGrave = severities.indexOf(severity) <= severities.indexOf('high');
  return { advisory, locked, mendedBy, stops: isGrave || isLate };
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
/** What strangers wrote moves no cursor of the terminal it is printed in. */
const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ');

function dueText(mendedBy: Judgement['mendedBy'], now: Date): string {
  if (mendedBy === null) return 'no version mends it yet';
  const { version, at, dueAt } = mendedBy;
  const lateDays = Math.floor((now.getTime() - dueAt.getTime()) / dayMs);
  const late = dueAt < now ? `, ${lateDays} days late` : '';
  return `mended by ${version} since ${dayOf(at)}: due ${dayOf(dueAt)}${late}`;
}

/** Two lines for people. */
export function judgementText({ advisory, locked, mendedBy }: Judgement, now: Date): string {
  const { severity, packageName, title, url } = advisory;
  const what = `  ${severity.padEnd(9)} ${packageName} ${locked}: ${title} (${url})`;
  return `${plain(what)}\n            ${plain(dueText(mendedBy, now))}`;
}
