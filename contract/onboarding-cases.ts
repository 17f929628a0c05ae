import { type Application, formRules, type Side, type WholeForm } from './onboarding-check.ts';
import { withValue } from './onboarding-fields.ts';
import { type FieldName, fieldRules } from './onboarding-rules.ts';

/** Every check of an application with a form that breaks it: the tests of both sides walk through the same table. */

/** One row for each rule of a field: what is taken and how it is kept, and what is refused. */
export const fieldExamples: Record<FieldName, { taken: [given: string, kept: string][]; refused: string[] }> =
  {
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
      refused: [
        'sara',
        'sara@diyar',
        '@diyar.coffee',
        'a b@diyar.coffee',
        'sara..q@diyar.coffee',
        'a@b@c.sa',
      ],
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
      refused: ['<i>', 'x'],
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
    'branches.terminals.msp': { taken: [['Geidea', 'Geidea']], refused: ['x'.repeat(122)] },
    'branches.terminals.model': { taken: [['PAX A920', 'PAX A920']], refused: ['x'.repeat(122)] },
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

/** One that both sides take. */
export const wholeApplication: Application = {
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

/** A form that breaks one rule. */
export interface BrokenForm {
  /** The text that says so, and the path at which it is told. */
  says: string;
  at: string;
  sides: readonly Side[];
  form: (whole: Application) => WholeForm;
}

const both: readonly Side[] = ['browser', 'server'];

/** 'branches.terminals.tid' stands at 'branches.0.terminals.0.tid'. */
export const firstPathOf = (name: FieldName): string =>
  name.replace(/^(branches|cashiers)\./, '$1.0.').replace('terminals.', 'terminals.0.');

const withText =
  (name: FieldName, text: string) =>
  (whole: Application): WholeForm => {
    const application = withValue(whole, firstPathOf(name), text);
    return { application, repeat: application.account.password, documents: 1 };
  };

const names = Object.keys(fieldRules) as FieldName[];
/** Every field that may not be empty, empty; and every field with what does not fit it. */
export const emptyFields: BrokenForm[] = names.flatMap((name) => {
  const says = fieldRules[name].required;
  return says === null ? [] : [{ says, at: firstPathOf(name), sides: both, form: withText(name, '') }];
});
export const wrongFields: BrokenForm[] = names.map((name) => ({
  says: fieldRules[name].invalid,
  at: firstPathOf(name),
  sides: both,
  form: withText(name, fieldExamples[name].refused[0] ?? ''),
}));

/** How each rule of the whole form is broken, and where it tells so. */
const breaches: Record<
  keyof typeof formRules,
  {
    at: string;
    breach: (whole: Application) => Partial<Application> & { repeat?: string; documents?: number };
  }
> = {
  usernameTaken: {
    at: 'cashiers.1.username',
    breach: ({ cashiers: [first] }) => ({
      cashiers: first ? [first, { ...first, username: first.username.toUpperCase() }] : [],
    }),
  },
  terminalIdTaken: {
    at: 'branches.0.terminals.1.tid',
    breach: ({ branches: [branch] }) => {
      const [terminal] = branch?.terminals ?? [];
      return { branches: branch && terminal ? [{ ...branch, terminals: [terminal, terminal] }] : [] };
    },
  },
  branchNameInvalid: {
    at: 'branches.1.name',
    breach: ({ branches: [branch] }) => ({
      branches: branch
        ? [branch, { ...branch, terminals: branch.terminals.map((each) => ({ ...each, tid: '90000001' })) }]
        : [],
    }),
  },
  passwordMismatch: { at: 'account.repeat', breach: () => ({ repeat: 'Another#2026' }) },
  branchesRequired: { at: 'branches', breach: () => ({ branches: [] }) },
  terminalsRequired: {
    at: 'branches.0.terminals',
    breach: ({ branches }) => ({ branches: branches.map((branch) => ({ ...branch, terminals: [] })) }),
  },
  cashiersRequired: { at: 'cashiers', breach: () => ({ cashiers: [] }) },
  cashierBranchRequired: {
    at: 'cashiers.0.branch',
    breach: ({ cashiers }) => ({ cashiers: cashiers.map((cashier) => ({ ...cashier, branch: 19 })) }),
  },
  documentsRequired: { at: 'documents', breach: () => ({ documents: 0 }) },
};
export const brokenForms: BrokenForm[] = Object.entries(breaches).map(([says, { at, breach }]) => ({
  says,
  at,
  sides: formRules[says as keyof typeof formRules].sides,
  form: (whole) => {
    const { repeat = whole.account.password, documents = 1, ...parts } = breach(whole);
    return { application: { ...whole, ...parts }, repeat, documents };
  },
}));
