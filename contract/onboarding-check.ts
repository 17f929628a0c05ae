import { checkField, type FieldName, fieldNameOf } from './onboarding-rules.ts';

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
type BusinessField = (typeof businessFields)[number];

interface ApplicationTerminal {
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

/** The paths of what stands in the form for the second time, whatever its case. */
function twice(values: readonly (readonly [path: string, value: string])[]): string[] {
  const seen = new Set<string>();
  return values.flatMap(([path, value]) => {
    const key = value.toLowerCase();
    if (key === '') return [];
    if (seen.has(key)) return [path];
    seen.add(key);
    return [];
  });
}

/** Who makes a check: the form in the browser, and the server, which believes no browser. */
export type Side = 'browser' | 'server';
const both: readonly Side[] = ['browser', 'server'];

/** A form as far as its rules need it. */
export interface WholeForm {
  application: Application;
  /** What was typed for the password a second time; the server is never sent it. */
  repeat?: string;
  /** How many documents were added. */
  documents: number;
}

interface FormRule {
  readonly sides: readonly Side[];
  /** The paths at which a form breaks it. */
  readonly find: (form: WholeForm) => string[];
}

const repeatRules = {
  usernameTaken: { sides: both, find: ({ application }) => twice(usernamesOf(application)) },
  terminalIdTaken: { sides: both, find: ({ application }) => twice(tidsOf(application)) },
  branchNameInvalid: {
    sides: both,
    find: ({ application: { branches } }) =>
      twice(branches.map(({ name }, index) => [`branches.${index}.name`, name] as const)),
  },
} as const satisfies Record<string, FormRule>;

/**
 * What no field can tell by itself, by the text that says it: with `fieldRules`, which both sides ask, and
 * `serverRules` this is every check of an application (rules S5).
 */
export const formRules = {
  ...repeatRules,
  passwordMismatch: {
    sides: ['browser'],
    find: ({ application, repeat }) => (application.account.password === repeat ? [] : ['account.repeat']),
  },
  branchesRequired: {
    sides: both,
    find: ({ application }) => (application.branches.length === 0 ? ['branches'] : []),
  },
  terminalsRequired: {
    sides: both,
    find: ({ application: { branches } }) =>
      branches.flatMap(({ terminals }, index) =>
        terminals.length === 0 ? [`branches.${index}.terminals`] : [],
      ),
  },
  cashiersRequired: {
    sides: both,
    find: ({ application }) => (application.cashiers.length === 0 ? ['cashiers'] : []),
  },
  cashierBranchRequired: {
    sides: both,
    // Without any branch to choose, the branches are what is missing.
    find: ({ application: { branches, cashiers } }) =>
      cashiers.flatMap(({ branch }, index) =>
        branches.length === 0 || branches[branch] ? [] : [`cashiers.${index}.branch`],
      ),
  },
  documentsRequired: { sides: both, find: ({ documents }) => (documents === 0 ? ['documents'] : []) },
} as const satisfies Record<string, FormRule>;

/** What only the server can know: what somebody has already, which cities, vendors and models there are, and which passwords are tried first. */
export const serverRules = {
  usernameTaken: ['account.username', 'cashiers.username'],
  terminalIdTaken: ['branches.terminals.tid'],
  crTaken: ['business.cr'],
  emailTaken: ['business.email'],
  placeInvalid: ['business.city'],
  mspGone: ['branches.terminals.msp'],
  modelGone: ['branches.terminals.model'],
  passwordEasy: ['account.password', 'cashiers.password'],
} as const satisfies Record<string, readonly FieldName[]>;

function broken(rules: Readonly<Record<string, FormRule>>, form: WholeForm, side: Side): Problems {
  const asked = Object.entries(rules).filter(([, { sides }]) => sides.includes(side));
  return Object.fromEntries(asked.flatMap(([says, { find }]) => find(form).map((path) => [path, says])));
}

/** What stands twice where it may stand once. */
export const repeatedIn = (application: Application): Problems =>
  broken(repeatRules, { application, documents: 0 }, 'server');

/** Every field in its stored form, and what is wrong with those that have none. */
function readFields(given: Application): { application: Application; problems: Problems } {
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
  return { application, problems };
}

/**
 * Reads a form as one side does. `problems` is empty where it may be sent; its fields then are in stored form. Throws
 * where it has not the shape of an application.
 */
export function readForm(form: WholeForm, side: Side): { application: Application; problems: Problems } {
  const { application, problems } = readFields(form.application);
  return { application, problems: { ...broken(formRules, { ...form, application }, side), ...problems } };
}
