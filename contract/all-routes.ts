import * as account from './account.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as dashboard from './dashboard.ts';
import * as exports from './exports.ts';
import * as firstSteps from './first-steps.ts';
import * as merchants from './merchants.ts';
import * as onboarding from './onboarding.ts';
import * as passkeys from './passkeys.ts';
import * as payments from './payments.ts';
import * as preferences from './preferences.ts';
import * as reconciliation from './reconciliation.ts';
import type { AnyRoute } from './route.ts';
import * as suspension from './suspension.ts';
import * as terminals from './terminals.ts';
import * as transactions from './transactions.ts';

const isRoute = (value: unknown): value is AnyRoute =>
  typeof value === 'object' && value !== null && 'method' in value && 'allow' in value;

/**
 * Every route of the contract: what the server must register, what the OpenAPI document lists and what the
 * walk over all routes tests. A new feature file is added here once.
 */
export const allRoutes: readonly AnyRoute[] = [
  account,
  audit,
  auth,
  dashboard,
  exports,
  firstSteps,
  merchants,
  onboarding,
  passkeys,
  payments,
  preferences,
  reconciliation,
  suspension,
  terminals,
  transactions,
].flatMap((feature) => Object.values(feature).filter(isRoute));
