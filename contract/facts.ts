import { accountFacts } from './account.facts.ts';
import { authFacts } from './auth.facts.ts';
import { bankFilesFacts } from './bank-files.facts.ts';
import { banksFacts } from './banks.facts.ts';
import { bulkFacts } from './bulk.facts.ts';
import { businessFacts } from './business.facts.ts';
import { depositsFacts } from './deposits.facts.ts';
import { discountsFacts } from './discounts.facts.ts';
import { districtsFacts } from './districts.facts.ts';
import { exceptionsFacts } from './exceptions.facts.ts';
import { exportsFacts } from './exports.facts.ts';
import type { FactKind, Flat, ToldBefore, ToldParams } from './fact.ts';
import { feeClaimsFacts } from './fee-claims.facts.ts';
import { holidaysFacts } from './holidays.facts.ts';
import { integratorFacts } from './integrator.facts.ts';
import { managementFacts } from './management.facts.ts';
import { merchantsFacts } from './merchants.facts.ts';
import { modelsFacts } from './models.facts.ts';
import { noticesFacts } from './notices.facts.ts';
import { paymentsFacts } from './payments.facts.ts';
import { personalDataFacts } from './personal-data.facts.ts';
import { platformSettingsFacts } from './platform-settings.facts.ts';
import { receiptsFacts } from './receipts.facts.ts';
import { refundsFacts } from './refunds.facts.ts';
import { reportsFacts } from './reports.facts.ts';
import type { Role } from './roles.ts';
import { shiftsFacts } from './shifts.facts.ts';
import { terminalsFacts } from './terminals.facts.ts';
import { vendorsFacts } from './vendors.facts.ts';

/**
 * Everything that can have happened, by its id. The server tells one in the transaction that makes it so
 * (server/platform/facts); the audit log, the record of a payment, the live channel and mails follow from what stands
 * here, and screens make sentences of id and parameters in the reader's language (locales, facts.json).
 */
const facts = {
  ...authFacts,
  ...accountFacts,
  ...managementFacts,
  ...bulkFacts,
  ...businessFacts,
  ...personalDataFacts,
  ...merchantsFacts,
  ...paymentsFacts,
  ...refundsFacts,
  ...reportsFacts,
  ...terminalsFacts,
  ...shiftsFacts,
  ...bankFilesFacts,
  ...exceptionsFacts,
  ...exportsFacts,
  ...banksFacts,
  ...discountsFacts,
  ...holidaysFacts,
  ...depositsFacts,
  ...feeClaimsFacts,
  ...receiptsFacts,
  ...integratorFacts,
  ...noticesFacts,
  ...vendorsFacts,
  ...modelsFacts,
  ...districtsFacts,
  ...platformSettingsFacts,
};

type Facts = typeof facts;
export type FactId = keyof Facts;
export type FactParams<F extends FactId> = ToldParams<Facts[F]>;
export type FactBefore<F extends FactId> = ToldBefore<Facts[F]>;

export const factIds = Object.keys(facts) as FactId[];

/** The ids that are entries of the audit log, and those that are lines of the record of a payment. */
export type AuditFact = { [F in FactId]: Facts[F] extends { audit: true } ? F : never }[FactId];
export type JournalFact = { [F in FactId]: Facts[F] extends { journal: true } ? F : never }[FactId];
/** Those that a merchant's systems may hear of by webhook. */
export type WebhookFact = { [F in FactId]: Facts[F] extends { webhook: true } ? F : never }[FactId];
/** Those that somebody is told of by mail. */
export type MailFact = { [F in FactId]: Facts[F] extends { mail: string } ? F : never }[FactId];
export const factKind = (fact: FactId): FactKind => facts[fact];
const those = (has: (kind: FactKind) => boolean): FactId[] => factIds.filter((fact) => has(factKind(fact)));
export const auditFactIds = those(({ audit }) => audit === true) as [AuditFact, ...AuditFact[]];

export type Told = Record<string, Flat>;

/** Whether somebody of this role may hear of a fact. */
export const mayHear = (fact: FactId, role: Role): boolean => factKind(fact).hears.includes(role);

/** What somebody of this role may see of a fact's parameters; one that its kind does not name is seen by nobody. */
export function seenParams<T extends Told | null>(fact: FactId, told: T, role: Role): T {
  if (told === null) return told;
  const { params, was, more } = factKind(fact);
  const isSeen = (name: string): boolean =>
    (params?.[name] ?? was?.[name] ?? more)?.seenBy.includes(role) === true;
  return Object.fromEntries(Object.entries(told).filter(([name]) => isSeen(name))) as T;
}
