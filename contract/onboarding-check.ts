import { checkField, fieldNameOf } from './onboarding-rules.ts';

/** An application as it is filled in, before and after its fields were read into their stored form. */
export interface Application {
  account: { username: string; password: string };
  business: Record<BusinessField, string>;
  branches: ApplicationBranch[];
  cashiers: ApplicationCashier[];
}
export const businessFields = [
  'name',
  'cr',
  'email',
  'mobile',
  'bank',
  'vatNumber',
  'region',
  'city',
  'district',
] as const;
export type BusinessField = (typeof businessFields)[number];

export interface ApplicationTerminal {
  msp: string;
  model: string;
  tid: string;
}
export interface ApplicationBranch {
  name: string;
  address: string;
  terminals: ApplicationTerminal[];
}
export interface ApplicationCashier {
  name: string;
  username: string;
  password: string;
  /** Position of the branch in the list. */
  branch: number;
}

/** The text of each wrong field by its path: {'branches.0.terminals.1.tid': 'terminalIdInvalid'}. */
export type Problems = Record<string, string>;

/** Usernames and terminal numbers belong to one each; the second one that stands in the form is named. */
function twice(values: readonly (readonly [path: string, value: string])[], problem: string): Problems {
  const seen = new Set<string>();
  const found: Problems = {};
  for (const [path, value] of values) {
    const key = value.toLowerCase();
    if (key !== '' && seen.has(key)) found[path] = problem;
    seen.add(key);
  }
  return found;
}

/** Every username of an application with its path: the owner's and the cashiers'. */
export const usernamesOf = (application: Pick<Application, 'account' | 'cashiers'>): [string, string][] => [
  ['account.username', application.account.username],
  ...application.cashiers.map(({ username }, index): [string, string] => [
    `cashiers.${index}.username`,
    username,
  ]),
];
/** Every terminal number with its path. */
export const tidsOf = ({ branches }: Pick<Application, 'branches'>): [string, string][] =>
  branches.flatMap(({ terminals }, branch) =>
    terminals.map(({ tid }, index): [string, string] => [`branches.${branch}.terminals.${index}.tid`, tid]),
  );

/** What stands twice where it may stand once. */
export function repeatedIn(application: Application): Problems {
  return {
    ...twice(usernamesOf(application), 'usernameTaken'),
    ...twice(tidsOf(application), 'terminalIdTaken'),
    ...twice(
      application.branches.map(({ name }, index) => [`branches.${index}.name`, name] as const),
      'branchNameInvalid',
    ),
  };
}

function missingParts({ branches, cashiers }: Application): Problems {
  const problems: Problems = {};
  if (branches.length === 0) problems['branches'] = 'branchesRequired';
  if (cashiers.length === 0) problems['cashiers'] = 'cashiersRequired';
  branches.forEach(({ terminals }, index) => {
    if (terminals.length === 0) problems[`branches.${index}.terminals`] = 'terminalsRequired';
  });
  cashiers.forEach(({ branch }, index) => {
    if (!branches[branch]) problems[`cashiers.${index}.branch`] = 'cashierBranchRequired';
  });
  return problems;
}

/** Reads every field. `problems` is empty where the application may be sent; its fields then are in stored form. */
export function readApplication(given: Application): { application: Application; problems: Problems } {
  const problems: Problems = {};
  const read = (path: string, text: string): string => {
    const name = fieldNameOf(path);
    if (!name) throw new Error(`no rule for ${path}`);
    const outcome = checkField(name, text);
    if ('value' in outcome) return outcome.value;
    problems[path] = outcome.problem;
    return text;
  };
  const { account, business, branches, cashiers } = given;
  const application: Application = {
    account: {
      username: read('account.username', account.username),
      password: read('account.password', account.password),
    },
    business: Object.fromEntries(
      businessFields.map((field) => [field, read(`business.${field}`, business[field])]),
    ) as Application['business'],
    branches: branches.map(({ name, address, terminals }, branch) => ({
      name: read(`branches.${branch}.name`, name),
      address: read(`branches.${branch}.address`, address),
      terminals: terminals.map(({ msp, model, tid }, index) => {
        const at = `branches.${branch}.terminals.${index}`;
        return {
          msp: read(`${at}.msp`, msp),
          model: read(`${at}.model`, model),
          tid: read(`${at}.tid`, tid),
        };
      }),
    })),
    cashiers: cashiers.map(({ name, username, password, branch }, index) => ({
      name: read(`cashiers.${index}.name`, name),
      username: read(`cashiers.${index}.username`, username),
      password: read(`cashiers.${index}.password`, password),
      branch,
    })),
  };
  return { application, problems: { ...repeatedIn(application), ...missingParts(application), ...problems } };
}
