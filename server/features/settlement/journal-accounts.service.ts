import {
  type JournalAccounts,
  type JournalRole,
  journalRoles,
  type setJournalAccounts,
} from '@mizan/contract/journal-accounts.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { standsAlready } from '../../platform/as-seen.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { banksOf } from '../banks/banks.service.ts';
import {
  type AccountRow,
  lockAccounts,
  replaceAccounts,
  selectAccounts,
} from './journal-accounts.queries.ts';

const isRole = (role: string): role is JournalRole => (journalRoles as readonly string[]).includes(role);

export async function accountsOf(tx: Tx): Promise<JournalAccounts> {
  const [rows, banks] = await Promise.all([selectAccounts(tx), banksOf(tx)]);
  const named = (wanted: string): string | null => rows.find(({ role }) => role === wanted)?.account ?? null;
  return {
    accounts: rows.flatMap(({ role, bankId, account }) =>
      isRole(role) ? [{ role, bankId: bankId === '0' ? null : bankId, account }] : [],
    ),
    odooJournal: named('odooJournal'),
    erpnextCompany: named('erpnextCompany'),
    banks: banks.map(({ id, nameEn, nameAr, iban }) => ({ id, nameEn, nameAr, iban })),
  };
}

export const journalAccounts = (db: Database, merchantId: string): Promise<JournalAccounts> =>
  inTenant(db, merchantId, accountsOf);

type Wanted = RouteInput<typeof setJournalAccounts>['body'];

const rowsOf = ({ accounts, odooJournal, erpnextCompany }: Omit<Wanted, 'seen'>): AccountRow[] => [
  ...accounts.map(({ role, bankId, account }) => ({ role, bankId: bankId ?? '0', account })),
  ...(odooJournal === null ? [] : [{ role: 'odooJournal', bankId: '0', account: odooJournal }]),
  ...(erpnextCompany === null ? [] : [{ role: 'erpnextCompany', bankId: '0', account: erpnextCompany }]),
];

const nameOf = ({ role, bankId }: AccountRow): string =>
  `accounts.${role}${bankId === '0' ? '' : ` ${bankId}`}`;

/** For the record of who changed what: an account of these rows for each that one of all names. */
const toldOf = (all: readonly AccountRow[], rows: readonly AccountRow[]): Record<string, string | null> =>
  Object.fromEntries(
    [...new Set(all.map(nameOf))]
      .toSorted()
      .map((name) => [name, rows.find((row) => nameOf(row) === name)?.account ?? null] as const),
  );

/** A repeat changes nothing and is not written down. @throws Failure 'notFound' of a bank; 'conflict' 'changedMeanwhile' */
export const chooseAccounts = (
  { db, clock }: { db: Database; clock: Clock },
  by: Member,
  { seen, ...wanted }: Wanted,
): Promise<JournalAccounts> =>
  inTenant(db, by.merchantId, async (tx) => {
    await lockAccounts(tx);
    const [banks, before] = await Promise.all([banksOf(tx), selectAccounts(tx)]);
    const isKnown = (id: string | null) => id === null || banks.some((bank) => bank.id === id);
    if (!wanted.accounts.every(({ bankId }) => isKnown(bankId))) throw notFound();
    const rows = rowsOf(wanted);
    const all = [...before, ...rows];
    const { banks: _banks, ...kept } = await accountsOf(tx);
    if (standsAlready(kept, wanted, seen ?? kept)) return accountsOf(tx);
    await replaceAccounts(tx, rows);
    await happened(tx, by, {
      fact: 'settlement.accountsChosen',
      at: clock.now(),
      about: { type: 'merchant', id: by.merchantId },
      params: toldOf(all, rows),
      was: toldOf(all, before),
    });
    return accountsOf(tx);
  });
