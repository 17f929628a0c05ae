import { randomUUID } from 'node:crypto';
import * as chargebackDays from '@mizan/contract/chargeback-days.ts';
import * as chargebacks from '@mizan/contract/chargebacks.ts';
import * as exceptionLimit from '@mizan/contract/exception-limit.ts';
import * as rules from '@mizan/contract/exception-rules.ts';
import * as exceptions from '@mizan/contract/exceptions.ts';
import * as together from '@mizan/contract/exceptions-together.ts';
import * as handMatches from '@mizan/contract/hand-matches.ts';
import { pdfSaying } from '../platform/scanner/testing/document-files.ts';
import { byId, inQuery, naming, nobodysId, plain, type RouteFixture } from './fixture-kinds.ts';

const acceptance = { note: 'x', outcome: 'amountDiffers', differenceMinor: -240, askPersonId: null };
const seen = { id: nobodysId, outcome: 'amountDiffers', differenceMinor: -240 };
const several = { requestId: randomUUID(), act: { act: 'REOPEN', note: '' } };
const answerDays = { scheme: 'Visa', days: 10, validFrom: '2026-11-01' };
const standing = { stage: 'LOST', answeredOn: null, deadlineDay: null, note: '' };
const sides = { lines: [2], transactionIds: [nobodysId] };

const nothing = { bankId: null, outcome: null, reason: null, tid: null, branchId: null, amount: null };
const rule = {
  name: 'Rounding',
  when: { ...nothing, outcome: 'feeDiffers' },
  does: { personId: null, group: 'Rounding', proposal: null },
};
const making = (part: object) => ({ body: { requestId: randomUUID(), rule: { ...rule, ...part } } });

/** Exceptions of bank files, and matches by hand. */
export const exceptionFixtures: readonly RouteFixture[] = [
  naming(exceptions.listExceptions, [
    inQuery('bank_files', 'bankFileId'),
    inQuery('banks', 'bankId'),
    inQuery('users', 'assignee'),
    inQuery('users', 'askedOf'),
  ]),
  naming(exceptions.sumExceptions, [inQuery('bank_files', 'bankFileId')]),
  naming(exceptions.getException, [byId('bank_exceptions')]),
  naming(
    exceptions.assignException,
    [byId('bank_exceptions', { body: { personId: null } })],
    {},
    { personId: 'x' },
  ),
  naming(exceptions.commentException, [byId('bank_exceptions', { body: { note: 'x' } })], {}, { note: ' ' }),
  naming(
    exceptions.acceptException,
    [byId('bank_exceptions', { body: acceptance })],
    {},
    { ...acceptance, note: ' ' },
    { ...acceptance, outcome: 'fine' },
    { ...acceptance, limitMinor: 1 },
  ),
  naming(
    exceptions.decideAcceptance,
    [byId('bank_exceptions', { body: { decision: 'APPROVE', note: '', differenceMinor: -240 } })],
    {},
    { decision: 'MAYBE', note: '', differenceMinor: -240 },
  ),
  naming(exceptions.reopenException, [byId('bank_exceptions', { body: { note: '' } })], {}),
  naming(
    together.workTogether,
    [
      {
        table: 'bank_exceptions',
        args: (id) => ({ body: { ...several, rows: [{ ...seen, id }] } }),
      },
      {
        table: 'users',
        args: (personId) => ({
          body: {
            ...several,
            requestId: randomUUID(),
            act: { act: 'ASSIGN', personId },
            rows: [{ ...seen, id: nobodysId }],
          },
        }),
      },
    ],
    {},
    { ...several, rows: [] },
    { ...several, rows: [seen], act: { act: 'ACCEPT', note: ' ', askPersonId: null } },
    { ...several, rows: [{ ...seen, state: 'OPEN' }] },
    { ...several, requestId: 'x', rows: [seen] },
  ),
  plain(rules.listRules),
  naming(
    rules.makeRule,
    [
      { table: 'banks', args: (bankId) => making({ when: { ...nothing, bankId } }) },
      { table: 'branches', args: (branchId) => making({ when: { ...nothing, branchId } }) },
      { table: 'users', args: (personId) => making({ does: { personId, group: null, proposal: null } }) },
    ],
    {},
    making({ when: nothing }).body,
    making({ does: { personId: null, group: null, proposal: null } }).body,
    making({ when: { ...nothing, amount: { currency: 'SAR', fromMinor: 2, toMinor: 1 } } }).body,
    making({ name: ' ' }).body,
  ),
  naming(
    rules.changeRule,
    [byId('exception_rules', { body: { revision: 1, rule } })],
    {},
    { revision: 1, rule: { ...rule, when: nothing } },
  ),
  naming(rules.previewRule, [byId('exception_rules', { body: { revision: 1 } })], {}),
  naming(
    rules.switchRule,
    [byId('exception_rules', { body: { revision: 1, state: 'OFF' } })],
    {},
    { revision: 1, state: 'ACCEPT' },
  ),
  plain(rules.orderRules, { body: { ids: [nobodysId] } }, {}, { ids: [] }),
  plain(rules.getRulesEffect),
  plain(rules.applyRules, { body: {} }, { all: true }),
  plain(chargebackDays.listAnswerDays),
  naming(
    chargebackDays.addAnswerDays,
    [{ table: 'banks', args: (bankId) => ({ body: { ...answerDays, bankId } }) }],
    {},
    { ...answerDays, bankId: nobodysId, days: 0 },
    { ...answerDays, bankId: nobodysId, scheme: 'Amex' },
  ),
  naming(chargebacks.getChargeback, [byId('bank_exceptions')]),
  naming(
    chargebacks.changeChargeback,
    [byId('bank_exceptions', { body: standing })],
    {},
    { ...standing, stage: 'OPEN' },
    { ...standing, deadlineDay: '2026-13-01' },
  ),
  naming(chargebacks.addEvidence, [
    byId('bank_exceptions', { query: { fileName: 'slip.pdf' }, body: pdfSaying('x') }),
  ]),
  naming(chargebacks.getEvidence, [byId('chargeback_evidence')]),
  plain(
    exceptionLimit.setExceptionLimit,
    { body: { limitMinor: 20_000 } },
    {},
    { limitMinor: -1 },
    { limitMinor: 0.5 },
  ),
  naming(
    handMatches.previewHandMatch,
    [byId('bank_files', { body: sides })],
    {},
    { ...sides, lines: [] },
    { ...sides, transactionIds: [1] },
  ),
  naming(
    handMatches.makeHandMatch,
    [byId('bank_files', { body: { ...sides, note: '' } })],
    {},
    { ...sides, note: '', lines: [0] },
  ),
  naming(handMatches.findOpenLines, [byId('bank_files', { query: {} })], {}),
  naming(handMatches.undoHandMatch, [byId('hand_matches')]),
];
