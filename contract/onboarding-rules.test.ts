import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Application, readApplication } from './onboarding-check.ts';
import { correctablePaths, isCorrectable, valueAt, withValue } from './onboarding-fields.ts';
import { checkField, type FieldName, fieldRules } from './onboarding-rules.ts';

/** One row for each rule: what is taken and how it is kept, and what is refused. Both sides ask this table. */
const rows: Record<FieldName, { taken: [given: string, kept: string][]; refused: string[] }> = {
  'account.username': {
    taken: [
      ['sara.q-1', 'sara.q-1'],
      [' sara١٢ ', 'sara12'],
    ],
    refused: ['sara q', 'سارة', 'sara@diyar', '-sara', 'a'.repeat(33)],
  },
  'account.password': {
    taken: [
      ['Mizan#2026', 'Mizan#2026'],
      [' Mi zan#1 ', ' Mi zan#1 '],
    ],
    refused: ['mizan#2026', 'MIZAN#2026', 'Mizan#Mizan', 'Mizan2026', 'Mi#2026', `Aa1#${'x'.repeat(211)}`],
  },
  'business.name': {
    taken: [
      ['  Diyar  Coffee ', 'Diyar Coffee'],
      ['قهوة ديار', 'قهوة ديار'],
      ['7 Eleven', '7 Eleven'],
    ],
    refused: ['D', '<b>Diyar</b>', '12345', 'D'.repeat(121)],
  },
  'business.cr': {
    taken: [
      ['1010123456', '1010123456'],
      ['١٠١٠ ١٢٣٤٥٦', '1010123456'],
      ['4030-987654', '4030987654'],
      ['7001234567', '7001234567'],
    ],
    refused: ['101012345', '0010123456', '8010123456', '10101234567', '1010 12345A'],
  },
  'business.email': {
    taken: [[' Sara@Diyar.coffee ', 'Sara@Diyar.coffee']],
    refused: ['sara', 'sara@diyar', '@diyar.coffee', 'a b@diyar.coffee', 'sara..q@diyar.coffee', 'a@b@c.sa'],
  },
  'business.mobile': {
    taken: [
      ['0501234567', '+966501234567'],
      ['٠٥٠١٢٣٤٥٦٧', '+966501234567'],
      ['+966 50 123 4567', '+966501234567'],
      ['00966501234567', '+966501234567'],
    ],
    refused: ['0401234567', '050123456', '05012345678', '+97150123456'],
  },
  'business.bank': { taken: [['80', '80']], refused: ['40', '99', 'Al Rajhi Bank'] },
  'business.vatNumber': {
    taken: [
      ['310122393500003', '310122393500003'],
      ['٣١٠١٢٢٣٩٣٥٠٠٠٠٣', '310122393500003'],
      ['', ''],
    ],
    refused: ['300000000000001', '30000000000003', '200000000000003'],
  },
  'business.region': {
    taken: [
      ['SA-01', 'SA-01'],
      ['', ''],
    ],
    refused: ['SA-99', 'Riyadh'],
  },
  'business.city': {
    taken: [
      ['Riyadh', 'Riyadh'],
      ['', ''],
    ],
    refused: ['Atlantis'],
  },
  'business.district': {
    taken: [
      ['Al Olaya', 'Al Olaya'],
      ['', ''],
    ],
    refused: ['<i>', 'x'],
  },
  'branches.name': {
    taken: [
      ['Olaya', 'Olaya'],
      ['العليا', 'العليا'],
    ],
    refused: ['O', '<x>', 'O'.repeat(61)],
  },
  'branches.address': {
    taken: [['King Fahd Rd, Al Olaya', 'King Fahd Rd, Al Olaya']],
    refused: ['Olaya', '12345678', 'x'.repeat(201)],
  },
  'branches.terminals.msp': { taken: [['Geidea', 'Geidea']], refused: ['Nobody'] },
  'branches.terminals.model': { taken: [['PAX A920', 'PAX A920']], refused: ['A920', 'PAX Z1'] },
  'branches.terminals.tid': {
    taken: [
      ['12345678', '12345678'],
      ['٠٢٠٠ ١٢٧٥ ٠٠٠٠ ١٢٧٥', '0200127500001275'],
    ],
    refused: ['1234567', '12345678901234567', 'TID12345'],
  },
  'cashiers.name': {
    taken: [
      ['Omar Al-Harbi', 'Omar Al-Harbi'],
      ['عمر', 'عمر'],
    ],
    refused: ['O', 'Omar 7', '<b>'],
  },
  'cashiers.username': { taken: [['omar', 'omar']], refused: ['omar h', 'عمر'] },
  'cashiers.password': { taken: [['Mizan#2026', 'Mizan#2026']], refused: ['mizan'] },
};
const fields = Object.entries(rows) as [FieldName, (typeof rows)[FieldName]][];

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
  'usernameTaken',
  'terminalIdTaken',
  'crTaken',
  'emailTaken',
  'branchesRequired',
  'cashiersRequired',
  'terminalsRequired',
  'cashierBranchRequired',
  'documentsRequired',
  'documentInvalid',
  'documentTooLarge',
  'documentsTooMany',
  'documentInfected',
  'documentUnchecked',
  'passwordMismatch',
];
test.each(['en', 'ar'])('every rule has its text in %s', (language) => {
  const file = `${import.meta.dirname}/../web/locales/${language}/onboarding.json`;
  const { validation } = JSON.parse(readFileSync(file, 'utf8'));
  expect(named.filter((key) => typeof validation[key] !== 'string')).toEqual([]);
});

const application: Application = {
  account: { username: 'sara', password: 'Mizan#2026' },
  business: {
    name: 'Diyar Coffee',
    cr: '1010123456',
    email: 'sara@diyar.coffee',
    mobile: '0501234567',
    bank: '80',
    vatNumber: '',
    region: '',
    city: '',
    district: '',
  },
  branches: [
    {
      name: 'Olaya',
      address: 'King Fahd Rd, Al Olaya',
      terminals: [{ msp: 'Geidea', model: 'PAX A920', tid: '12345678' }],
    },
  ],
  cashiers: [{ name: 'Omar', username: 'omar', password: 'Mizan#2026', branch: 0 }],
};

test('a whole application has no problems, and is in its stored form', () => {
  const { application: read, problems } = readApplication(application);
  expect(problems).toEqual({});
  expect(read.business.mobile).toBe('+966501234567');
});

test('an application without branches and cashiers is told so', () => {
  const { problems } = readApplication({ ...application, branches: [], cashiers: [] });
  expect(problems).toEqual({ branches: 'branchesRequired', cashiers: 'cashiersRequired' });
});

test('a branch without a terminal and a cashier of no branch are named', () => {
  const branches = application.branches.map((branch) => ({ ...branch, terminals: [] }));
  const cashiers = application.cashiers.map((cashier) => ({ ...cashier, branch: 3 }));
  expect(readApplication({ ...application, branches, cashiers }).problems).toEqual({
    'branches.0.terminals': 'terminalsRequired',
    'cashiers.0.branch': 'cashierBranchRequired',
  });
});

test('what stands twice in a form is named where it stands for the second time', () => {
  const [branch] = application.branches;
  const [cashier] = application.cashiers;
  if (!branch || !cashier) throw new Error('the application has one of each');
  const { problems } = readApplication({
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
