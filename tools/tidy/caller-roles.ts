import { type Findings, isCode, isTest, type SourceFile } from './source-files.ts';

interface Reading {
  times: number;
  /** What it decides: which rows, or what is said of them. Whether the call is allowed at all is the route's. */
  decides: string;
}

/**
 * Where a feature reads what its caller is, and how often: rules about rows, no guards of routes
 * (docs/decisions/0340-rules-about-rows-are-no-guards.md). One more reading is looked at before it is counted here.
 */
const readings: Readonly<Record<string, Reading>> = {
  'server/features/audit/audit.service.ts': { times: 1, decides: 'whose chain is shown' },
  'server/features/audit/audit-export.ts': { times: 1, decides: 'which parameters of an entry are shown' },
  'server/features/auth/auth.service.ts': {
    times: 3,
    decides: 'what is said of who signs in, and who is named as looking on',
  },
  'server/features/bulk/bulk-runs.service.ts': { times: 1, decides: 'which lines of a file are refused' },
  'server/features/dashboard/dashboard.service.ts': {
    times: 3,
    decides: 'whose sales are counted, and whether files are named beside them',
  },
  'server/features/integrator/login.service.ts': {
    times: 1,
    decides: 'whether who made a credential still lets software in',
  },
  'server/features/management/access.service.ts': { times: 1, decides: 'whose chain hears that it ended' },
  'server/features/notices/notices.service.ts': { times: 2, decides: 'whose notices are shown and marked' },
  'server/features/payments/missed-results.service.ts': { times: 1, decides: 'whose results are shown' },
  'server/features/payments/payments.service.ts': {
    times: 3,
    decides: "that a cashier's payment is of the own terminal, and whose name it bears",
  },
  'server/features/personal-data/personal-data.service.ts': { times: 1, decides: 'who is to answer' },
  'server/features/refunds/cashier-refunds.service.ts': {
    times: 2,
    decides: "that a cashier's refund is of the own terminal, by the merchant's rule, and up to which sum",
  },
  'server/features/refunds/refund-effect.service.ts': { times: 1, decides: 'whether a deposit is shown' },
  'server/features/refunds/refund-list.service.ts': {
    times: 3,
    decides: 'which refunds wait for the reader',
  },
  'server/features/shifts/shift-view.service.ts': { times: 1, decides: 'whose shifts are shown' },
  'server/features/terminals/terminals.service.ts': { times: 2, decides: 'which terminals are shown' },
  'server/features/transactions/transactions.service.ts': {
    times: 3,
    decides: 'which payments are shown, and which lines of their record',
  },
};

const callers = 'by|member|principal|caller|viewer|actor';
const callerTypes = 'Member|Principal|Caller|Pick<(?:Member|Principal)';
const source = 'contract/rights.ts';
/** What contract/rights.ts offers to ask by a place in the team: each is a right by another name. */
const askedByPlace = (files: SourceFile[]): string[] => {
  const rights = files.find(({ path }) => path === source)?.text ?? '';
  return [...rights.matchAll(/export const (\w+) = \(\w+: TeamRole\)/g)].map(([, name]) => name ?? '');
};
const readingOf = (names: readonly string[]): RegExp =>
  new RegExp(
    [
      `\\b(?:${callers})[?!]?\\.(?:role|teamRole)\\b`,
      `\\{[^{}]*\\b(?:role|teamRole)\\b[^{}]*\\}: (?:Readonly<)?(?:${callerTypes})`,
      `\\{[^{}]*\\b(?:role|teamRole)\\b[^{}]*\\} = (?:${callers}|memberOf\\()`,
      ...names.map((name) => `\\b${name}\\((?!(?:${callers})[?!]?\\.)`),
    ].join('|'),
    'g',
  );

const isFeature = (file: SourceFile): boolean =>
  /^server\/(?:features|gateway)\//.test(file.path) &&
  isCode(file) &&
  !isTest(file) &&
  !file.path.includes('/testing/');

/** Services that read who their caller is, beyond what is named and counted above; and what is counted and not there. */
export function callerRoleFindings(files: SourceFile[]): Findings {
  const reading = readingOf(askedByPlace(files));
  return files.filter(isFeature).flatMap(({ path, text }) => {
    const found = text.match(reading)?.length ?? 0;
    const named = readings[path]?.times ?? 0;
    if (found === named) return [];
    return [
      `${path} reads what its caller is ${found} times, and ${named} are named: a guard is data of the route, a rule about rows is named in tools/tidy/caller-roles.ts`,
    ];
  });
}

/** Files that are named and are not there any more. */
export const goneReaders = (files: SourceFile[]): Findings =>
  Object.keys(readings).filter((path) => !files.some((file) => file.path === path));
