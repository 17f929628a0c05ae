import { randomBytes } from 'node:crypto';
import { outcomeUnknown } from '@mizan/contract/outcome.ts';
import type * as contract from '@mizan/contract/receipts.ts';
import {
  type Receipt,
  type ReceiptLink,
  receiptLinkDays,
  type Slip,
  type SlipCopy,
  whyNoSlip,
} from '@mizan/contract/receipts.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { screens } from '@mizan/contract/screens.ts';
import { countAttempt, ofUser } from '../../platform/attempts/attempts.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform, inTenant, type Tx } from '../../platform/database/database.ts';
import type { ExportFile } from '../../platform/exports/export-file.ts';
import { plainText } from '../../platform/exports/safe-text.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { KeptPicture } from '../../platform/pictures/received-picture.ts';
import { wordsFor } from '../../platform/words.ts';
import { ownScope } from '../transactions/transactions.service.ts';
import { logoOf } from './logo.service.ts';
import {
  insertLink,
  type LinkRow,
  revokeLinks,
  type SlipRow,
  selectByCode,
  selectLink,
  selectLogo,
  selectSlipRow,
  takeTurns,
} from './receipts.queries.ts';
import { slipOf } from './slip.ts';
import { slipPaper } from './slip-paper.ts';

/** The slip of a transaction and the ways in which a customer gets it (docs/decisions/0101-receipts.md). */
export interface ReceiptsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  /** Where addresses lead; asked when one is written. */
  readonly linkBase: () => string;
}
type MailRoute = typeof contract.mailReceipt;
type OpenRoute = typeof contract.openReceipt;

const codeBytes = 20;
const dayMs = 86_400_000;

const noSlipOf = (row: SlipRow) => whyNoSlip({ ...row, unknownOutcome: outcomeUnknown(row) });

/** @throws Failure 'conflict' with why there is none */
function slipOrRefusal(row: SlipRow, copy: SlipCopy = 'customer'): Slip {
  const reason = noSlipOf(row);
  if (reason !== null) throw new Failure('conflict', 'There is no slip of this transaction.', { reason });
  return slipOf(row, copy);
}

/** @throws Failure 'notFound', also of another cashier's */
async function rowOf(tx: Tx, member: Member, id: string): Promise<SlipRow> {
  const row = await selectSlipRow(tx, id, ownScope(member));
  if (!row) throw notFound();
  return row;
}

const onWire = ({ linkBase }: ReceiptsDeps, link: LinkRow): ReceiptLink => ({
  id: link.id,
  address: `${linkBase()}${screens.receipt.path}?code=${link.code}`,
  madeAt: link.madeAt.toISOString(),
  madeByName: link.madeByName,
  endsAt: link.endsAt.toISOString(),
});

/** The slip, or why there is none, and the address that shows it. @throws Failure 'notFound' */
export const receiptOf = (deps: ReceiptsDeps, member: Member, id: string): Promise<Receipt> =>
  inTenant(deps.db, member.merchantId, async (tx) => {
    const row = await rowOf(tx, member, id);
    const link = await selectLink(tx, row.id, deps.clock.now());
    const noSlip = noSlipOf(row);
    const has = (copy: SlipCopy) => (noSlip === null ? slipOf(row, copy) : null);
    return {
      slip: has('customer'),
      merchantSlip: has('merchant'),
      noSlip,
      logoVersion: row.logoVersion,
      link: link && onWire(deps, link),
    };
  });

/** The address is the customer's, and stands on no other copy. @throws Failure 'notFound'; 'conflict' where there is no slip, 'rateLimited' where too many papers wait */
export async function receiptFile(
  deps: ReceiptsDeps,
  member: Member,
  id: string,
  copy: SlipCopy,
): Promise<ExportFile> {
  const { slip, link, logo } = await inTenant(deps.db, member.merchantId, async (tx) => {
    const row = await rowOf(tx, member, id);
    const address = copy === 'customer' ? await selectLink(tx, row.id, deps.clock.now()) : null;
    const found = slipOrRefusal(row, copy);
    return { slip: found, link: address, logo: row.logoVersion === null ? null : await selectLogo(tx) };
  });
  return slipPaper({
    slip,
    title: wordsFor('en').text('slip:fileName', { id }),
    address: link && onWire(deps, link).address,
    logo,
  });
}

/** The link that shows the slip, made where there is none. */
async function linkOf(tx: Tx, deps: ReceiptsDeps, member: Member, row: SlipRow): Promise<LinkRow> {
  const at = deps.clock.now();
  await takeTurns(tx, row.id);
  const there = await selectLink(tx, row.id, at);
  if (there) return there;
  const made = await insertLink(tx, {
    transactionId: row.id,
    code: randomBytes(codeBytes).toString('base64url'),
    at,
    by: member.userId,
    byName: member.fullName,
    endsAt: new Date(at.getTime() + receiptLinkDays * dayMs),
  });
  if (!made) throw new Error('the link of a receipt was not written');
  await happened(tx, member, { fact: 'receipts.linkMade', at, about: { type: 'transaction', id: row.id } });
  return made;
}

/** @throws Failure 'notFound'; 'conflict' where there is no slip */
export const makeLink = (deps: ReceiptsDeps, member: Member, id: string): Promise<ReceiptLink> =>
  inTenant(deps.db, member.merchantId, async (tx) => {
    const row = await rowOf(tx, member, id);
    slipOrRefusal(row);
    return onWire(deps, await linkOf(tx, deps, member, row));
  });

/** @throws Failure 'notFound' of the transaction; without a link there is nothing to end */
export const revokeLink = (deps: ReceiptsDeps, member: Member, id: string): Promise<{ link: null }> =>
  inTenant(deps.db, member.merchantId, async (tx) => {
    const row = await rowOf(tx, member, id);
    const at = deps.clock.now();
    if ((await revokeLinks(tx, row.id, at)) > 0) {
      await happened(tx, member, {
        fact: 'receipts.linkRevoked',
        at,
        about: { type: 'transaction', id: row.id },
      });
    }
    return { link: null };
  });

/** 'n…@example.com': enough to know it again, in a record that others read. */
const hinted = (email: string): string => email.replace(/^(.)[^@]*/u, '$1…');

function letterOf(
  { mailer }: ReceiptsDeps,
  row: SlipRow,
  { address, endsAt }: ReceiptLink,
  { email, lang }: RouteInput<MailRoute>['body'],
): Letter {
  return {
    mailer,
    to: email,
    reader: lang,
    link: address,
    values: ({ text, amount, moment, language }) => ({
      merchant: plainText({ ar: row.merchantNameAr, en: row.merchantNameEn }[language]),
      amount: `${amount(row.amountMinor)} ${text(`units:currency.${row.currency}`)}`,
      when: moment(row.createdAt),
      outcome: text(`transactions:status.${outcomeWords[row.status] ?? 'declined'}`),
      endsOn: moment(new Date(endsAt)),
      link: address,
    }),
  };
}
const outcomeWords: Readonly<Record<string, string>> = {
  APPROVED: 'approved',
  CANCELED: 'canceled',
  TIMEOUT: 'timeout',
};

/**
 * Sends the address of the slip to a mailbox that somebody typed.
 * @throws Failure 'notFound'; 'conflict' where there is no slip; 'rateLimited' of the payment, the sender or the mailbox
 */
export async function mailReceipt(
  deps: ReceiptsDeps,
  member: Member,
  id: string,
  asked: RouteInput<MailRoute>['body'],
): Promise<RouteOutput<MailRoute>> {
  const { db, clock } = deps;
  await inTenant(db, member.merchantId, async (tx) => slipOrRefusal(await rowOf(tx, member, id)));
  await countAttempt(db, clock, 'receiptMailsOfAccount', ofUser(member.userId));
  await countAttempt(db, clock, 'receiptMailsOfPayment', `${member.merchantId} ${id}`);
  await countAttempt(db, clock, 'receiptMailsToMailbox', asked.email);
  const { row, link } = await inTenant(db, member.merchantId, async (tx) => {
    const found = await rowOf(tx, member, id);
    slipOrRefusal(found);
    return { row: found, link: onWire(deps, await linkOf(tx, deps, member, found)) };
  });
  // Mails are the platform's: no merchant's connection writes one.
  await inPlatform(db, (tx) =>
    happened(tx, member, {
      fact: 'receipts.mailed',
      at: clock.now(),
      about: { type: 'transaction', id },
      params: { to: hinted(asked.email) },
      mail: letterOf(deps, row, link, asked),
    }),
  );
  return { link };
}

type Opened = Pick<ReceiptsDeps, 'db' | 'clock'>;

/** @throws Failure 'notFound', whatever ended it */
async function linkBehind({ db, clock }: Opened, code: string) {
  const link = await inPlatform(db, (tx) => selectByCode(tx, code, clock.now()));
  if (!link) throw notFound();
  return link;
}

/** The merchant's logo, to whoever has the address. @throws Failure 'notFound', also of another version */
export async function openLogo(deps: Opened, code: string, version: string): Promise<KeptPicture> {
  const { merchantId } = await linkBehind(deps, code);
  return logoOf(deps.db, merchantId, version);
}

/** What an address shows to whoever has it, as it stands now. @throws Failure 'notFound', whatever ended it */
export async function openReceipt(deps: Opened, code: string): Promise<RouteOutput<OpenRoute>> {
  const { db } = deps;
  const link = await linkBehind(deps, code);
  const row = await inTenant(db, link.merchantId, (tx) => selectSlipRow(tx, link.transactionId, null));
  if (!row || noSlipOf(row) !== null) throw notFound();
  return { slip: slipOf(row), logoVersion: row.logoVersion, endsAt: link.endsAt.toISOString() };
}
