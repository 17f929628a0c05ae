import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  wholeApplication as application,
  brokenForms,
  emptyFields,
  fieldExamples,
  wrongFields,
} from './onboarding-cases.ts';
import { type Application, formRules, readForm, type Side, serverRules } from './onboarding-check.ts';
import { correctablePaths, isCorrectable, valueAt, withValue } from './onboarding-fields.ts';
import { checkField, type FieldName, fieldRules } from './onboarding-rules.ts';

const fields = Object.entries(fieldExamples) as [FieldName, (typeof fieldExamples)[FieldName]][];

test.each(fields)('%s takes what fits, in its stored form', (name, { taken }) => {
  for (const [given, kept] of taken)
    expect([given, checkField(name, given)]).toEqual([given, { value: kept }]);
});

test.each(fields)('%s refuses the rest with its own text', (name, { refused }) => {
  for (const given of refused) {
    expect([given, checkField(name, given)]).toEqual([given, { problem: fieldRules[name].invalid }]);
  }
});

test.each(fields)('%s says so where it is empty and may not be', (name) => {
  const { required } = fieldRules[name];
  const outcome = required === null ? { value: '' } : { problem: required };
  expect(checkField(name, ' ')).toEqual(outcome);
});

/** Every text that a rule, a list or the server names. */
const named = [
  ...Object.values(fieldRules).flatMap(({ required, invalid }) => [required ?? invalid, invalid]),
  ...Object.keys(formRules),
  ...Object.keys(serverRules),
  'documentInvalid',
  'documentTooLarge',
  'documentsTooMany',
  'documentInfected',
  'documentUnchecked',
];
test.each(['en', 'ar'])('every rule has its text in %s', (language) => {
  const file = `${import.meta.dirname}/../locales/${language}/onboarding.json`;
  const { validation } = JSON.parse(readFileSync(file, 'utf8'));
  expect(named.filter((key) => typeof validation[key] !== 'string')).toEqual([]);
});

const asked = (given: Application, side: Side = 'server') =>
  readForm({ application: given, repeat: given.account.password, documents: 1 }, side);

test('a whole application has no problems, and is in its stored form', () => {
  const { application: read, problems } = asked(application);
  expect(problems).toEqual({});
  expect(read.business.mobile).toBe('+966501234567');
});

const sides: Side[] = ['browser', 'server'];
const cases = [...emptyFields, ...wrongFields, ...brokenForms].flatMap((each) =>
  sides.map((side) => ({ ...each, side })),
);
test.each(cases)('$says, at $at, told by the $side or not', ({ says, at, side, sides: telling, form }) => {
  const { problems } = readForm(form(application), side);
  expect(problems).toEqual(telling.includes(side) ? { [at]: says } : {});
});

test('what stands twice in a form is named where it stands for the second time', () => {
  const [branch] = application.branches;
  const [cashier] = application.cashiers;
  if (!branch || !cashier) throw new Error('the application has one of each');
  const { problems } = asked({
    ...application,
    branches: [
      branch,
      { ...branch, name: 'OLAYA', terminals: [{ ...branch.terminals[0]!, tid: '١٢٣٤٥٦٧٨' }] },
    ],
    cashiers: [cashier, { ...cashier, username: 'Sara' }],
  });
  expect(problems).toEqual({
    'branches.1.name': 'branchNameInvalid',
    'branches.1.terminals.0.tid': 'terminalIdTaken',
    'cashiers.1.username': 'usernameTaken',
  });
});

test('fields are read and replaced by their path, and nothing else is a path', () => {
  expect(valueAt(application, 'branches.0.terminals.0.tid')).toBe('12345678');
  expect(withValue(application, 'business.cr', '7001234567').business.cr).toBe('7001234567');
  expect(application.business.cr).toBe('1010123456');
  expect(
    ['business.cr', 'documents', ...correctablePaths(application)].every((path) =>
      isCorrectable(application, path),
    ),
  ).toBe(true);
  for (const path of [
    'account.username',
    'business.email',
    'branches.1.name',
    'cashiers.0.password',
    '__proto__',
    'business',
  ]) {
    expect([path, isCorrectable(application, path)]).toEqual([path, false]);
  }
});
