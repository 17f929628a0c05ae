import { randomUUID } from 'node:crypto';
import * as account from '@mizan/contract/account.ts';
import { allRoutes } from '@mizan/contract/all-routes.ts';
import * as audit from '@mizan/contract/audit.ts';
import * as auth from '@mizan/contract/auth.ts';
import { checkResetLink } from '@mizan/contract/auth-links.ts';
import { removePart } from '@mizan/contract/bank-file-part.ts';
import * as banks from '@mizan/contract/banks.ts';
import * as countedLines from '@mizan/contract/counted-lines.ts';
import * as dashboard from '@mizan/contract/dashboard.ts';
import * as insights from '@mizan/contract/dashboard-insights.ts';
import * as discounts from '@mizan/contract/discounts.ts';
import * as earlierFiles from '@mizan/contract/earlier-files.ts';
import * as exports from '@mizan/contract/exports.ts';
import * as holidays from '@mizan/contract/holidays.ts';
import * as merchants from '@mizan/contract/merchants.ts';
import * as onboarding from '@mizan/contract/onboarding.ts';
import { wholeApplication } from '@mizan/contract/onboarding-cases.ts';
import { closeAccount, downloadEverything, reopenAccount } from '@mizan/contract/ownership.ts';
import * as passkeys from '@mizan/contract/passkeys.ts';
import * as payments from '@mizan/contract/payments.ts';
import * as preferences from '@mizan/contract/preferences.ts';
import * as pushDevices from '@mizan/contract/push-devices.ts';
import * as reconciliation from '@mizan/contract/reconciliation.ts';
import type { AnyRoute } from '@mizan/contract/route.ts';
import * as settlement from '@mizan/contract/settlement.ts';
import * as suspension from '@mizan/contract/suspension.ts';
import { listMerchantTerminals } from '@mizan/contract/terminals.ts';
import * as transactions from '@mizan/contract/transactions.ts';
import * as views from '@mizan/contract/views.ts';
import { getWatchedFolder, setWatchedFolder } from '@mizan/contract/watched-folder.ts';
import { pdfSaying } from '../platform/scanner/testing/document-files.ts';
import { depositFixtures } from './deposit-fixtures.ts';
import { exceptionFixtures } from './exception-fixtures.ts';
import { feeAuditFixtures } from './fee-audit-fixtures.ts';
import {
  type Args,
  byId,
  inQuery,
  type Naming,
  naming,
  nobodysId,
  plain,
  type RouteFixture,
} from './fixture-kinds.ts';
import { integratorFixtures } from './integrator-fixtures.ts';
import { keptFixtures } from './kept-fixtures.ts';
import { managementFixtures } from './management-fixtures.ts';
import { personalDataFixtures } from './personal-data-fixtures.ts';
import { receiptFixtures } from './receipt-fixtures.ts';
import { refundFixtures } from './refund-fixtures.ts';
import { reportFixtures } from './report-fixtures.ts';
import { shiftFixtures } from './shift-fixtures.ts';
import { terminalFixtures } from './terminal-fixtures.ts';

const filters = [
  inQuery('terminals', 'terminalId'),
  inQuery('branches', 'branchId'),
  inQuery('users', 'cashierId'),
  inQuery('users', 'startedById'),
];
const ofBank: Naming = {
  table: 'banks',
  args: (bankId) => ({ params: { bankId, scheme: 'Mada', currency: 'SAR', day: '2026-11-16' } }),
};
const paymentBody = { paymentId: randomUUID(), terminalId: nobodysId, amountMinor: 500 };
const review = { decision: 'DECLINED', note: 'The paper receipt says so' };
const layout = { columns: [], readings: {}, bankName: '', remember: false };

const profile = { fullName: 'Sara Al-Otaibi', email: 'sara@mizan.test', mobile: null };

const shown = { language: 'ar', digits: 'latin', calendar: 'ummAlQura' };
const chosen = {
  ...shown,
  mutedNotices: ['TDI'],
  mailNotices: ['SIL'],
  pushNotices: [],
  pushAmounts: false,
  signInMail: true,
  askedMail: true,
};

const bank = { nameEn: 'Najd Bank', nameAr: 'بنك نجد', code: null, iban: null };
const rate = {
  scheme: 'Mada',
  validFrom: '2027-01-01',
  mdrBps: 70,
  vatBps: 1_500,
  capLimitMinor: null,
  processingFeeMinor: 0,
  paidWithin: { days: 1, kind: 'WORKING' },
};
const place = { scheme: null, validFrom: '2027-01-01' };

/** What a browser sends that signed something; nobody has such a passkey. */
const signature = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' };
const assertion = { id: 'AA', rawId: 'AA', type: 'public-key', response: signature };
const creation = { ...assertion, response: { clientDataJSON: 'e30', attestationObject: 'AA' } };

/** A draft's token that nobody made. */
const draft = 'd'.repeat(43);
const application = {
  draft,
  locale: 'en',
  account: { username: 'sara', password: 'YQ==' },
  business: wholeApplication.business,
  branches: [],
  cashiers: [],
  documents: [],
};
const ofNobody: Args = { params: { id: nobodysId } };

/** What the walk cannot know by the route itself: whose row it names, bodies that are nearly right, and what is no JSON. */
const ownFixtures: readonly RouteFixture[] = [
  plain(account.changeProfile, { body: profile }, {}, { ...profile, mobile: '0501234567' }),
  plain(account.confirmPassword, { body: { password: 'YQ==' } }, {}, { password: 'Mizan#2026' }),
  plain(account.changePassword, { body: { current: 'YQ==', next: 'YQ==' } }, {}, { current: 'YQ==' }),
  naming(account.revokeTrustedDevice, [byId('trusted_devices')]),
  naming(account.endOneSession, [byId('sessions')]),

  ...integratorFixtures,
  ...keptFixtures,
  ...personalDataFixtures,

  naming(pushDevices.removePushDevice, [byId('push_devices')]),

  naming(audit.listAuditEntries, [inQuery('users', 'personId')]),

  plain(auth.getToken, { body: { username: 'YQ==', password: 'YQ==' } }, {}, { username: 1, password: [] }),
  plain(auth.validateOtp, { body: { token: 'x', otp: '123456' } }, {}, { token: 'x', otp: '12345' }),
  plain(auth.resendOtp, { body: { token: 'x' } }, {}, { token: null }),
  plain(auth.activateEmail, { query: { token: 'x' } }),
  plain(auth.verifyUpdate, { query: { token: 'x' } }),
  plain(checkResetLink, { body: { token: 'x' } }, {}, { token: 1 }),
  plain(auth.resetPassword, { body: { token: 'x', newPassword: 'Mizan#2026' } }, {}, { token: 'x' }),

  naming(
    banks.changeBank,
    [byId('banks', { body: { ...bank, seen: bank } })],
    {},
    { ...bank, iban: 'SA0380000000608010167518', seen: bank },
    { ...bank, code: '99', seen: bank },
    { ...bank, nameEn: ' ', seen: bank },
    bank,
  ),
  naming(
    banks.setCutoff,
    [byId('banks', { body: { cutoff: '22:00', validFrom: '2027-01-01' } })],
    {},
    { cutoff: '24:00', validFrom: '2027-01-01' },
  ),
  naming(
    banks.placeTerminal,
    [byId('banks', { body: { ...place, terminalId: nobodysId } })],
    {},
    { ...place, terminalId: nobodysId, scheme: 'Amex' },
  ),

  naming(dashboard.getDashboard, [inQuery('branches', 'branchId')]),
  naming(insights.getInsights, [inQuery('branches', 'branchId')]),

  naming(
    discounts.addRate,
    [{ table: 'banks', args: (bankId) => ({ body: { ...rate, bankId, note: '' } }) }],
    {},
    { ...rate, bankId: nobodysId, note: '', mdrBps: 10_001 },
    { ...rate, bankId: nobodysId, note: '', mdrBps: 0.8 },
    { ...rate, bankId: nobodysId, note: '', capLimitMinor: -1 },
    { ...rate, bankId: nobodysId, note: '', withdrawnAt: null },
  ),
  naming(discounts.withdrawRate, [byId('discount_rates')]),
  naming(
    discounts.askRestatement,
    [
      {
        table: 'banks',
        args: (bankId) => ({ body: { ...rate, validFrom: '2026-11-01', bankId, reason: 'x' } }),
      },
    ],
    {},
    { ...rate, bankId: nobodysId, reason: ' ' },
  ),
  naming(
    discounts.decideRestatement,
    [byId('rate_restatements', { body: { decision: 'APPROVE' } })],
    {},
    { decision: 'MAYBE' },
  ),
  plain(
    holidays.decideHoliday,
    { ...ofNobody, body: { from: '2027-02-22', to: '2027-02-23', state: 'CONFIRMED' } },
    {},
    { from: '2027-02-22', to: '2027-02-21', state: 'CONFIRMED' },
    { from: '2027-02-22', to: '2027-04-22', state: 'CONFIRMED' },
    { from: '2027-02-22', to: '2027-02-22', state: 'PROPOSED' },
  ),

  plain(merchants.getMerchant, ofNobody),
  plain(merchants.getDocument, ofNobody),
  plain(listMerchantTerminals, ofNobody),
  plain(discounts.listMerchantRates, ofNobody),
  plain(merchants.approveMerchant, ofNobody),
  plain(merchants.rejectMerchant, { ...ofNobody, body: { reason: 'x' } }, {}, { reason: ' ' }),
  plain(
    merchants.askCorrection,
    { ...ofNobody, body: { fields: ['business.cr'], note: 'x' } },
    {},
    { fields: [], note: 'x' },
    { fields: ['business.cr'], note: '' },
  ),

  plain(onboarding.uploadDocument, { query: { draft, fileName: 'cr.pdf' }, body: pdfSaying('x') }),
  plain(
    onboarding.sendApplication,
    { body: application },
    {},
    { ...application, draft: 'x' },
    { ...application, business: { ...application.business, status: 'ACTIVE' } },
    { ...application, cashiers: [{ name: 'x', username: 'x', password: 'plain text!', branch: 0 }] },
  ),
  plain(onboarding.resendActivation, { body: { draft } }, {}, { draft: 'x' }),
  plain(
    onboarding.correctEmail,
    { body: { username: 'YQ==', password: 'YQ==', email: 'nobody@mizan.test' } },
    {},
    { username: 'nobody', password: 'plain text!', email: 'nobody@mizan.test' },
  ),
  plain(
    onboarding.checkPassword,
    { body: { password: 'YQ==', about: [] } },
    {},
    { password: 'plain!', about: [] },
  ),
  plain(onboarding.getCorrection, { query: { token: draft } }),
  plain(onboarding.sendCorrection, { body: { token: draft, values: [] } }, {}, { token: 'x', values: [] }),

  naming(
    payments.startPayment,
    [
      { table: 'terminals', args: (id) => ({ body: { ...paymentBody, terminalId: id } }) },
      { table: 'transactions', args: (id) => ({ body: { ...paymentBody, retryOfId: id } }) },
    ],
    {},
    { ...paymentBody, amountMinor: 0 },
    { ...paymentBody, amountMinor: 1.5 },
    { ...paymentBody, paymentId: 'x' },
    { ...paymentBody, amount: 500 },
  ),
  plain(payments.listResults, { query: { after: 0 } }),
  naming(payments.cancelPayment, [byId('transactions')]),
  naming(payments.askPayment, [byId('transactions')]),
  naming(
    payments.decideReview,
    [byId('transactions', { body: review })],
    {},
    { ...review, note: ' ' },
    { ...review, decision: 'TIMEOUT' },
  ),

  plain(passkeys.addPasskey, { body: { credential: creation } }, {}, { credential: assertion }),
  naming(passkeys.renamePasskey, [byId('passkeys', { body: { name: 'Till' } })], {}, { name: ' ' }),
  naming(passkeys.removePasskey, [byId('passkeys')]),
  plain(passkeys.signInWithPasskey, { body: { credential: assertion } }, {}, { credential: creation }),
  plain(passkeys.beginPasskeyFactor, { body: { token: 'x' } }, {}, { token: null }),
  plain(
    passkeys.answerPasskeyFactor,
    { body: { token: 'x', credential: assertion } },
    {},
    { credential: assertion },
  ),
  plain(passkeys.confirmPasskey, { body: { credential: assertion } }, {}, { credential: creation }),
  plain(
    preferences.changePreferences,
    { body: chosen },
    {},
    { ...chosen, digits: 'roman' },
    { ...chosen, mutedNotices: ['PAY'] },
    { ...chosen, userId: nobodysId },
  ),

  plain(reconciliation.uploadBankFile, { query: { fileName: 'bank.csv' }, body: Buffer.from('a,b\n') }),
  plain(getWatchedFolder),
  plain(setWatchedFolder, { body: { isOn: true } }, {}, { isOn: 'yes' }),
  naming(reconciliation.getBankFile, [byId('bank_files')]),
  naming(
    reconciliation.confirmLayout,
    [byId('bank_files', { body: layout })],
    {},
    { ...layout, readings: { dateOrder: 'XYZ' } },
  ),
  naming(reconciliation.listEntries, [byId('bank_files')]),
  naming(reconciliation.listRejectedLines, [byId('bank_files')]),
  naming(
    exports.askExport,
    [
      {
        table: 'bank_files',
        args: (bankFileId) => ({
          body: {
            subject: { kind: 'reconciliation.entries', bankFileId, outcome: 'all' },
            format: 'csv',
            lang: 'en',
          },
        }),
      },
    ],
    {},
    { subject: { kind: 'nothing' }, format: 'csv', lang: 'en' },
  ),
  naming(exports.getExport, [byId('export_jobs')]),
  naming(exports.cancelExport, [byId('export_jobs')]),
  naming(exports.downloadExport, [byId('export_jobs')]),
  naming(downloadEverything, [byId('export_jobs')]),
  plain(closeAccount, { body: { name: 'Nobody' } }, { name: ' ' }, {}),
  plain(reopenAccount, { ...ofNobody, body: { reason: 'x' } }, { reason: ' ' }, {}),
  naming(reconciliation.exportEntries, [byId('bank_files', { query: { format: 'csv' } })]),
  naming(earlierFiles.getEarlierFiles, [byId('bank_files')]),
  naming(
    earlierFiles.answerLines,
    [byId('bank_files', { body: { earlierFileId: nobodysId, line: 1, answer: 'SAME' } })],
    {},
    { earlierFileId: nobodysId, line: 0, answer: 'SAME' },
  ),
  naming(earlierFiles.replaceFile, [byId('bank_files', { body: { earlierFileId: nobodysId } })], {}),
  naming(countedLines.listCountedLines, [byId('bank_files', countedLines.listCountedLines.example)]),
  ...exceptionFixtures,
  naming(removePart, [byId('bank_layout_parts')]),
  naming(reconciliation.undoBankFile, [byId('bank_files')]),

  naming(settlement.getSettlementCell, [ofBank]),
  naming(settlement.listSettlementPayments, [ofBank]),
  ...depositFixtures,
  ...feeAuditFixtures,

  plain(suspension.listMembers, ofNobody),
  plain(
    suspension.setMerchantStatus,
    { ...ofNobody, body: { status: 'SUSPENDED', reason: 'x' } },
    { status: 'INACTIVE', reason: 'x' },
    { status: 'ACTIVE', reason: ' ' },
  ),
  plain(
    suspension.setBranchStatus,
    { params: { id: nobodysId, branchId: nobodysId }, body: { status: 'INACTIVE', reason: 'x' } },
    { status: 'SUSPENDED', reason: 'x' },
    { status: 'ACTIVE' },
  ),
  plain(
    suspension.setPersonStatus,
    { params: { id: nobodysId, personId: nobodysId }, body: { status: 'INACTIVE', reason: 'x' } },
    { status: 'SUSPENDED', reason: 'x' },
    { status: 'ACTIVE' },
  ),
  plain(suspension.observeMerchant, { ...ofNobody, body: { reason: 'x' } }, { reason: ' ' }, {}),
  plain(suspension.signOutMerchant, { ...ofNobody, body: { reason: 'x' } }, { reason: ' ' }, {}),
  plain(
    suspension.signOutPerson,
    { params: { id: nobodysId, personId: nobodysId }, body: { reason: 'x' } },
    { reason: ' ' },
    {},
  ),

  ...terminalFixtures,

  ...managementFixtures,
  ...refundFixtures,
  ...shiftFixtures,
  naming(transactions.listTransactions, filters),
  naming(transactions.transactionTotals, filters),
  naming(transactions.getTransaction, [byId('transactions')]),
  ...reportFixtures,
  naming(views.renameView, [byId('saved_views', { body: { name: 'Cards' } })], {}, { name: ' ' }),
  naming(views.removeView, [byId('saved_views')]),
  ...receiptFixtures,
];

const badBodiesOf = (body: NonNullable<AnyRoute['body']>): unknown[] =>
  [[], {}].filter((bad) => !body.safeParse(bad).success);

/** Of a route that names no row: its example is the call that fits; a list and nothing are none. */
function byExample(route: AnyRoute): RouteFixture[] {
  const { params, body, bodyKind, example = {} } = route;
  if (params || bodyKind === 'upload' || (body && example.body === undefined)) return [];
  return [plain(route, example as Args, ...(body ? badBodiesOf(body) : []))];
}

const isOwn = (route: AnyRoute): boolean => ownFixtures.some((fixture) => fixture.route === route);

/** One entry for each route of the contract; the walk fails where one is missing or left over. */
export const routeFixtures: readonly RouteFixture[] = [
  ...ownFixtures,
  ...allRoutes.filter((route) => !isOwn(route)).flatMap(byExample),
];
