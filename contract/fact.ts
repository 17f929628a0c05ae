import * as z from 'zod';
import type { Role } from './roles.ts';

/** What a fact can be about: the row that its number names. */
export const factSubjects = [
  'user',
  'session',
  'device',
  'passkey',
  'transaction',
  'terminal',
  'bankFile',
  'merchant',
  'branch',
  'export',
  'bank',
  'holiday',
  'deposit',
  'settlementStatement',
  'feeClaim',
  'vatInvoice',
  'bulkRun',
  'vendor',
  'brand',
  'model',
  'place',
  'platformSettings',
] as const;
export type FactSubject = (typeof factSubjects)[number];

/** One thing that a sentence about a fact may need, and who of those that hear of the fact may see it. */
export interface Param<S extends z.ZodType = z.ZodType> {
  readonly schema: S;
  readonly seenBy: readonly Role[];
}
type Params = Readonly<Record<string, Param>>;

/** Seen by everybody who hears of the fact. */
export const open = <S extends z.ZodType>(schema: S): Param<S> => ({
  schema,
  seenBy: ['MERCHANT', 'CASHIER', 'ADMIN'],
});

/**
 * A kind of thing that happened, said once: what is told of it, to whom, and where it is written down. Codes, links,
 * passwords, tokens and whole card numbers are never parameters.
 */
export interface FactKind {
  /** Who may hear of it; a cashier of what concerns the own terminal alone. */
  readonly hears: readonly [Role, ...Role[]];
  /** What its number may name; nothing where it is about the person who did it. */
  readonly about: readonly FactSubject[];
  readonly params?: Params;
  /** What a change puts an end to, by the names of the parameters where they are the same. */
  readonly was?: Params;
  /** Further parameters by names that only the fact itself knows ('branchName 2'). */
  readonly more?: Param;
  /** An entry of the audit log. */
  readonly audit?: true;
  /** A line in the record of what it is about: 'what happened so far'. */
  readonly journal?: true;
  /** How the text begins that open windows hear (docs/rules.md, S4.5): the terminal's or the payment's number follows. */
  readonly live?: 'TCO' | 'TDI' | 'FRC' | 'SRC' | 'PAY0' | 'PAY1';
  /** A notice beside those of `live`: it asks for somebody (contract/notices.ts). */
  readonly notice?: 'SIL' | 'UNB' | 'OVD';
  /**
   * What a merchant's systems may hear of by webhook (`docs/integrate.md`). What only says how far something is stays with the
   * record of each payment, and settings, people and sign-ins with the audit log.
   */
  readonly webhook?: true;
  /** A mail to whom it concerns, by the key of its texts (server/mails.json): 'mails:signIn' has `subject` and `text`. */
  readonly mail?: string;
}

/** Gives a kind of fact its exact types; it stays plain data. */
export const defineFact = <const K extends FactKind>(kind: K): K => kind;

type ValuesOf<P> = P extends Params
  ? z.output<z.ZodObject<{ -readonly [K in keyof P]: P[K]['schema'] }>>
  : unknown;
export type Flat = string | number | boolean | null;
type More<K> = K extends { more: Param } ? Record<string, Flat | undefined> : unknown;

/** The parameters of a kind of fact, as they are told and kept. */
export type ToldParams<K> = (K extends { params: infer P } ? ValuesOf<P> : unknown) & More<K>;
/** What was before, of a kind that is a change. */
export type ToldBefore<K> = (K extends { was: infer P } ? ValuesOf<P> : unknown) & More<K>;

/**
 * The id of a fact in an answer. Not an enumeration: naming them all would bring the whole table into the browser with every
 * screen that shows a payment.
 */
export const factId = <F extends string>(): z.ZodType<F> =>
  z.string().regex(/^[a-zA-Z]+\.[a-zA-Z]+$/) as unknown as z.ZodType<F>;
