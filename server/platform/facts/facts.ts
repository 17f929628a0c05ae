import { channel } from 'node:diagnostics_channel';
import type { FactSubject, Flat } from '@mizan/contract/fact.ts';
import {
  type AuditFact,
  type FactBefore,
  type FactId,
  type FactParams,
  factKind,
  type JournalFact,
  type MailFact,
  mayHear,
  type Told,
} from '@mizan/contract/facts.ts';
import { type LiveMessage, parseLive } from '@mizan/contract/live.ts';
import { type BellType, bellTypes } from '@mizan/contract/notices.ts';
import { isWebhookFact } from '@mizan/contract/webhook-facts.ts';
import { type Actor, type Nobody, type Origin, writeEntry } from '../audit/audit.ts';
import { announceTo, type Hearers } from '../bus/bus.ts';
import type { Tx } from '../database/database.ts';
import { type Letter, writeLetter } from '../mail/letter.ts';
import { keepNotice } from '../notices/keep-notice.ts';
import { tellWebhooks } from '../webhooks/tell-webhooks.ts';
import { insertLine } from './journal.queries.ts';

/** A terminal, the bank's file, the portal itself or an unknown name did it: `merchantId` says whose it is. */
export const nobody = (merchantId: string | null, from?: Origin): Nobody => ({
  userId: null,
  merchantId,
  from,
});

type Part<Name extends string, Value> = unknown extends Value
  ? { readonly [key in Name]?: undefined }
  : Partial<Value> extends Value
    ? // Only names that the fact itself knows: there may be none.
      { readonly [key in Name]?: Value }
    : { readonly [key in Name]: Value };

/** One thing that happened: which, when, to what, and what a sentence about it needs. */
export type Happening<F extends FactId = FactId> = {
  [K in F]: {
    readonly fact: K;
    readonly at: Date;
    readonly about?: { readonly type: FactSubject; readonly id: string } | undefined;
    /** Whose cashier hears of it beside the owners, where it is about a terminal without being of one. */
    readonly terminalId?: string;
  } & Part<'params', FactParams<K>> &
    Part<'was', FactBefore<K>> &
    /** Null where nobody is written to: there is no address, or its owner asked to go without. */
    Part<'mail', K extends MailFact ? Letter | null : unknown>;
}[F];

/** Tells the id of every fact as it happens: to tests, which hold that each is caused by one. */
export const factsTold = channel('mizan:fact');

/**
 * Tells one thing that happened, in the business transaction: it is known if, and only if, that commits. What
 * follows stands in the table of the facts (contract/facts.ts): an entry of the audit log, which is written last
 * because it locks the end of its chain; a line in the record of what it is about; what open windows hear; a
 * mail, whose texts the row names.
 */
export async function happened(tx: Tx, by: Actor | Nobody, told: Happening): Promise<void> {
  const { fact, at, about } = told;
  const kind = factKind(fact);
  const params = (told.params ?? null) as Told | null;
  factsTold.publish(fact);
  if (kind.audit) {
    tx.atEnd('audit', () =>
      writeEntry(tx, by, {
        at,
        action: fact as AuditFact,
        subject: about ?? null,
        before: (told.was ?? null) as Told | null,
        after: params,
      }),
    );
  }
  const bell = bellTypes.find((type) => type === (kind.notice ?? kind.live));
  if (bell) keepNotice(tx, ownerOf(by, fact), noticeOf(bell, told));
  await Promise.all([
    kind.journal && writeLine(tx, by, told),
    kind.live &&
      announceTo(tx, ownerOf(by, fact), messageOf(kind.live, params?.['tid'] ?? about?.id), hearersOf(told)),
    isWebhookFact(fact) &&
      tellWebhooks(tx, ownerOf(by, fact), {
        fact,
        at,
        about: about ?? null,
        params,
        terminalId: terminalOf(told),
      }),
    kind.mail !== undefined && told.mail && writeLetter(tx, kind.mail, told.mail),
  ]);
}

/** What a notice says: its terminal's number, or what the alert names, with the sum of what is overdue. */
function noticeOf(type: BellType, told: Happening) {
  const params = (told.params ?? {}) as Told;
  const about = params['currency'] ?? params['tid'] ?? told.about?.id;
  if (about === undefined || about === null) throw new Error(`${told.fact} is about nothing`);
  const numberOf = (name: string) => (type === 'OVD' ? Number(params[name]) : null);
  const figures = { amountMinor: numberOf('amountMinor'), count: numberOf('count') };
  return { type, about: String(about), ...figures, at: told.at, hearers: hearersOf(told) };
}

function messageOf(type: string, what: Flat | undefined): LiveMessage {
  const message = parseLive(`${type}${what}`);
  if (!message) throw new Error(`${type} of ${what} is no live message`);
  return message;
}

/** Beside the owners, as the row of the fact says: a cashier hears of nothing that `hears` does not give to cashiers. */
const hearersOf = (told: Happening): Hearers => ({
  ofTerminal: terminalOf(told),
  withoutCashiers: !mayHear(told.fact, 'CASHIER'),
});

const terminalOf = ({ terminalId, about }: Happening): string | null =>
  terminalId ?? (about?.type === 'terminal' ? about.id : null);

function ownerOf({ merchantId }: Actor | Nobody, fact: FactId): string {
  if (merchantId === null) throw new Error(`${fact} happened to no merchant`);
  return merchantId;
}

async function writeLine(tx: Tx, by: Actor | Nobody, { fact, at, about, params }: Happening): Promise<void> {
  if (!about) throw new Error(`${fact} happened to nothing`);
  await insertLine(tx, {
    merchantId: ownerOf(by, fact),
    subject: about.type,
    subjectId: about.id,
    at,
    fact: fact as JournalFact,
    byName: by.userId === null ? null : by.fullName,
    params: (params ?? {}) as Told,
  });
}
