import { randomBytes, randomInt } from 'node:crypto';
import { paths } from '@mizan/contract/paths.ts';
import { pdfSaying } from '../../server/platform/scanner/testing/document-files.ts';
import type { Window } from './stage.ts';
import { arabicDigits } from './texts.ts';

/** The form of an application as somebody fills it in, step by step. */
export const onboardingPath = paths.onboarding;
/** Not the demo's: that one is guessed first, and so is taken from nobody who registers. */
export const applicantPassword = 'Wadi-Hanifa#7';

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');
/** Somebody whose names and numbers nobody else has. */
export function newPerson() {
  const name = `o${randomBytes(5).toString('hex')}`;
  return {
    name,
    email: `${name}@diyar.coffee`,
    cr: `1${digits(9)}`,
    tid: `9${digits(11)}`,
    business: `Diyar ${name}`,
  };
}
export type Person = ReturnType<typeof newPerson>;

export const field = ({ page, t }: Window, key: string) =>
  page.getByLabel(t(`onboarding:fields.${key}`), { exact: true });
const optional = ({ page, t }: Window, key: string) =>
  page.getByLabel(t('onboarding:fields.optional', { label: t(`onboarding:fields.${key}`) }), { exact: true });
export const next = ({ page, t }: Window) =>
  page.getByRole('button', { name: t('common:actions.next') }).click();
export const onStep = ({ page, t }: Window, step: string) =>
  page.getByRole('heading', { level: 2, name: t(`onboarding:steps.${step}`) }).waitFor();

export async function fillAccount(window: Window, person: Person): Promise<void> {
  await field(window, 'username').fill(person.name);
  await fillPasswords(window);
}
export async function fillPasswords(window: Window): Promise<void> {
  await field(window, 'password').fill(applicantPassword);
  await field(window, 'repeat').fill(applicantPassword);
}
export async function fillBusiness(window: Window, person: Person): Promise<void> {
  await field(window, 'businessName').fill(person.business);
  await field(window, 'cr').fill(arabicDigits(person.cr));
  await field(window, 'email').fill(person.email);
  await field(window, 'mobile').fill('٠٥٠ ١٢٣ ٤٥٦٧');
  await field(window, 'bank').selectOption('80');
  await optional(window, 'region').selectOption('SA-01');
}
export async function fillBranch(window: Window, person: Person): Promise<void> {
  await field(window, 'branchName').fill('Olaya');
  await field(window, 'branchAddress').fill('King Fahd Rd, Al Olaya');
  await field(window, 'tid').fill(person.tid);
  await field(window, 'terminalModel').selectOption('PAX A920');
  await field(window, 'msp').selectOption('Geidea');
}
export async function fillCashier(window: Window, person: Person): Promise<void> {
  await field(window, 'cashierName').fill('Omar Al-Harbi');
  await field(window, 'username').fill(`${person.name}.omar`);
  await field(window, 'password').fill(applicantPassword);
}
export async function addDocument({ page, t }: Window, name = 'cr.pdf'): Promise<void> {
  const buffer = pdfSaying('commercial registration');
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await page.getByRole('button', { name: t('onboarding:actions.remove', { what: name }) }).waitFor();
}

/** The whole wizard up to the button that sends it. */
export async function sendApplication(window: Window, person: Person): Promise<void> {
  const { page, t } = window;
  await window.go(onboardingPath);
  await fillAccount(window, person);
  await next(window);
  await onStep(window, 'business');
  await fillBusiness(window, person);
  await next(window);
  await onStep(window, 'branches');
  await fillBranch(window, person);
  await next(window);
  await onStep(window, 'cashiers');
  await fillCashier(window, person);
  await next(window);
  await onStep(window, 'documents');
  await addDocument(window);
  await next(window);
  await onStep(window, 'review');
  await page.getByRole('button', { name: t('onboarding:actions.submit') }).click();
}
