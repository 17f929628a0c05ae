import { brokenForms, emptyFields, firstPathOf, wrongFields } from '@mizan/contract/onboarding-cases.ts';
import { type Application, serverRules } from '@mizan/contract/onboarding-check.ts';
import { withValue } from '@mizan/contract/onboarding-fields.ts';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../platform/testing/database.ts';
import { signInPortal } from '../auth/testing/sign-in-portal.ts';
import { registerOnboardingRoutes } from './onboarding.routes.ts';
import { newApplicant } from './testing/applicant.ts';

/** The table of checks on the server's side: each of them is told at its field, whatever a browser would have said. */
const portal = await signInPortal(await testDatabase(), {
  register: (on, deps) => registerOnboardingRoutes(on, { ...deps, scanner: null }),
});
afterAll(() => portal.close());

/** The same with one of each, as the table's forms have. */
const withOneOfEach = ({ branches, cashiers, ...rest }: Application): Application => ({
  ...rest,
  branches: branches.slice(0, 1).map((branch) => ({ ...branch, terminals: branch.terminals.slice(0, 1) })),
  cashiers: cashiers.slice(0, 1),
});

const cases = [...emptyFields, ...wrongFields, ...brokenForms].filter(({ sides }) =>
  sides.includes('server'),
);

test.each(cases)('400: $says, at $at', async ({ says, at, form }) => {
  const applicant = await newApplicant(portal);
  const { application, documents } = form(withOneOfEach(applicant.application));
  const answer = await applicant.send(application, documents === 0 ? { documents: [] } : {});
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'badRequest']);
  expect(answer.json().details).toEqual({ [at]: says });
});

const guessedFirst = 'Welcome@2026';
const known = Object.entries(serverRules).flatMap(([says, fields]) =>
  fields.map((field) => ({ says: says as keyof typeof serverRules, field })),
);

test.each(known)('$says, at $field: what only the server knows', async ({ says, field }) => {
  const first = await newApplicant(portal);
  expect((await first.send()).statusCode).toBe(200);
  const taken: Record<keyof typeof serverRules, (form: Application) => string> = {
    usernameTaken: ({ account }) => account.username,
    terminalIdTaken: ({ branches }) => branches[0]?.terminals[0]?.tid ?? '',
    crTaken: ({ business }) => business.cr,
    emailTaken: ({ business }) => business.email,
    placeInvalid: () => 'Atlantis',
    mspGone: () => 'Nobody',
    modelGone: () => 'PAX Z1',
    passwordEasy: () => guessedFirst,
  };
  const second = await newApplicant(portal);
  const at = firstPathOf(field);
  const answer = await second.send(withValue(second.application, at, taken[says](first.application)));
  const isTaken = says.endsWith('Taken');
  expect([answer.statusCode, answer.json().details]).toEqual([isTaken ? 409 : 400, { [at]: says }]);
});
