import { deviceNameMax } from './device-name.ts';
import { readEmail } from './email.ts';
import { readMobile } from './mobile.ts';
import { latinDigits } from './money.ts';
import { passwordStrength } from './password-strength.ts';
import { bankOf } from './saudi-banks.ts';
import { saudiRegions } from './saudi-places.ts';

/**
 * What an application must be like (rules S5), in one table that the form and the server both
 * ask. Plain functions, because the browser has no schemas (docs/decisions/0004-no-schemas-in-the-browser.md).
 */
export const onboardingLimits = {
  branches: 20,
  terminalsOfBranch: 20,
  cashiers: 30,
  documents: 6,
  documentBytes: 5 * 1024 * 1024,
  /** A password travels sealed, and one RSA block holds no more. */
  passwordBytes: 214,
} as const;

/** A rule of one field: which text says that it is empty or wrong, and how its value is read. */
export interface FieldRule {
  /** Null where the field may stay empty. */
  required: string | null;
  invalid: string;
  /** The value in its one stored form; null where it does not fit. */
  read: (text: string) => string | null;
}

/** Marks of direction come along when people copy from Arabic pages. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const plain = (text: string): string => text.replace(directionMarks, '').replace(/\s+/g, ' ').trim();

const shaped =
  (shape: RegExp, dropped = /[\s-]/g) =>
  (text: string): string | null => {
    const digits = latinDigits(plain(text)).replace(dropped, '');
    return shape.test(digits) ? digits : null;
  };
/** Words for people to read: at least one letter, nothing that is markup or control. */
const words =
  (least: number, most: number, shape: RegExp = /^[^<>\p{Cc}]*\p{L}[^<>\p{Cc}]*$/u) =>
  (text: string): string | null => {
    const name = plain(text);
    const length = [...name].length;
    return length >= least && length <= most && shape.test(name) ? name : null;
  };
const oneOf =
  (isKnown: (text: string) => boolean) =>
  (text: string): string | null =>
    isKnown(text) ? text : null;

/** Which ones are on offer only the server knows (`serverRules`). */
const deviceName = oneOf((name) => name.length <= deviceNameMax);

const password = (text: string): string | null => {
  const fits = new TextEncoder().encode(text).length <= onboardingLimits.passwordBytes;
  return fits && passwordStrength(text) === 'Strong' ? text : null;
};
const username = shaped(/^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,30}[A-Za-z0-9])?$/, /$^/g);
const personName = words(2, 120, /^[\p{L}\p{M}][\p{L}\p{M} .'’-]*$/u);

const rule = (required: string | null, invalid: string, read: FieldRule['read']): FieldRule => ({
  required,
  invalid,
  read,
});

/** By the field's path with its list positions left out. The texts stand at onboarding.validation in the web. */
export const fieldRules = {
  'account.username': rule('usernameRequired', 'usernameInvalid', username),
  'account.password': rule('passwordRequired', 'passwordWeak', password),
  'business.name': rule('businessNameRequired', 'businessNameInvalid', words(2, 120)),
  'business.cr': rule('crRequired', 'crInvalid', shaped(/^[1-7]\d{9}$/)),
  'business.email': rule('emailRequired', 'emailInvalid', readEmail),
  'business.mobile': rule('mobileRequired', 'mobileInvalid', readMobile),
  'business.bank': rule(
    'bankRequired',
    'bankInvalid',
    oneOf((code) => bankOf(code) !== undefined),
  ),
  'business.vatNumber': rule(null, 'vatInvalid', shaped(/^3\d{13}3$/)),
  'business.region': rule(
    null,
    'placeInvalid',
    oneOf((code) => saudiRegions.some((each) => each.code === code)),
  ),
  'business.city': rule(null, 'placeInvalid', words(2, 80)),
  'business.district': rule(null, 'districtInvalid', words(2, 80)),
  'branches.name': rule('branchNameRequired', 'branchNameInvalid', words(2, 60)),
  'branches.address': rule('branchAddressRequired', 'branchAddressInvalid', words(8, 200)),
  'branches.terminals.msp': rule('mspRequired', 'mspRequired', deviceName),
  'branches.terminals.model': rule('modelRequired', 'modelRequired', deviceName),
  'branches.terminals.tid': rule('terminalIdRequired', 'terminalIdInvalid', shaped(/^\d{8,16}$/, /\s/g)),
  'cashiers.name': rule('cashierNameRequired', 'cashierNameInvalid', personName),
  'cashiers.username': rule('usernameRequired', 'usernameInvalid', username),
  'cashiers.password': rule('cashierPasswordRequired', 'passwordWeak', password),
} as const satisfies Record<string, FieldRule>;
export type FieldName = keyof typeof fieldRules;

/** 'branches.0.terminals.2.tid' is the field 'branches.terminals.tid'; undefined for a path that is none. */
export function fieldNameOf(path: string): FieldName | undefined {
  const name = path.replace(/\.\d+(?=\.)/g, '');
  return name in fieldRules ? (name as FieldName) : undefined;
}

export type FieldOutcome = { value: string } | { problem: string };

/** What one field comes to: its stored form, or the text that says what is wrong. */
export function checkField(name: FieldName, text: string): FieldOutcome {
  const { required, invalid, read }: FieldRule = fieldRules[name];
  if (text.trim() === '') return required === null ? { value: '' } : { problem: required };
  const value = read(text);
  return value === null ? { problem: invalid } : { value };
}
