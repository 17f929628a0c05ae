import type { Application } from './onboarding-check.ts';
import { type FieldName, fieldNameOf } from './onboarding-rules.ts';

/** Fields of an application by their path, for corrections: what may be asked for, read and replaced. */
export const documentsPath = 'documents';

type Form = Pick<Application, 'business' | 'branches'> & {
  account: { username: string };
  cashiers: { name: string; username: string; branch: number }[];
};
type Node = { [key: string]: unknown };

/** The text at a path; undefined where the form has no such field. */
export function valueAt(form: Form, path: string): string | undefined {
  let at: unknown = form;
  for (const part of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Node)[part];
  }
  return typeof at === 'string' ? at : undefined;
}

/** The same form with another text at a path that it has. */
export function withValue<F extends Form>(form: F, path: string, value: string): F {
  const copy = structuredClone(form);
  const parts = path.split('.');
  const last = parts.pop() ?? '';
  let at: Node = copy as unknown as Node;
  for (const part of parts) at = at[part] as Node;
  at[last] = value;
  return copy;
}

/**
 * Whether an administrator may ask for a field: it stands in the form and is neither what somebody signs in
 * with nor an e-mail that a link has verified.
 */
export function isCorrectable(form: Form, path: string): boolean {
  if (path === documentsPath) return true;
  if (path.startsWith('account.') || path === 'business.email' || path.endsWith('.password')) return false;
  return fieldNameOf(path) !== undefined && valueAt(form, path) !== undefined;
}

/** Every field that may be asked for, in the order of the form. */
export function correctablePaths(form: Form): string[] {
  const paths = [
    ...Object.keys(form.business).map((field) => `business.${field}`),
    ...form.branches.flatMap((branch, index) => [
      `branches.${index}.name`,
      `branches.${index}.address`,
      ...branch.terminals.flatMap((_, place) =>
        ['msp', 'model', 'tid'].map((field) => `branches.${index}.terminals.${place}.${field}`),
      ),
    ]),
    ...form.cashiers.flatMap((_, index) => [`cashiers.${index}.name`, `cashiers.${index}.username`]),
    documentsPath,
  ];
  return paths.filter((path) => isCorrectable(form, path));
}

/** How a field is called: its text stands at onboarding.fields.<name> in the web. */
const fieldLabels: Readonly<Record<FieldName, string>> = {
  'account.username': 'username',
  'account.password': 'password',
  'business.name': 'businessName',
  'business.cr': 'cr',
  'business.email': 'email',
  'business.mobile': 'mobile',
  'business.bank': 'bank',
  'business.vatNumber': 'vatNumber',
  'business.region': 'region',
  'business.city': 'city',
  'business.district': 'district',
  'branches.name': 'branchName',
  'branches.address': 'branchAddress',
  'branches.terminals.msp': 'msp',
  'branches.terminals.model': 'terminalModel',
  'branches.terminals.tid': 'tid',
  'cashiers.name': 'cashierName',
  'cashiers.username': 'username',
  'cashiers.password': 'password',
};
export const labelOf = (path: string): string => {
  const name = fieldNameOf(path);
  return name ? fieldLabels[name] : path;
};

/** How the audit log calls a field: its label and, of several, which one: 'cr', 'branchName 2', 'tid 2.1'. */
export function factOf(path: string): string {
  const places = (path.match(/\d+(?=\.)/g) ?? []).map((index) => Number(index) + 1);
  return [labelOf(path), places.join('.')].filter((part) => part !== '').join(' ');
}
