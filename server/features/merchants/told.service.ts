import { inLanguage } from '@mizan/contract/fact-words.ts';
import type { Actor } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import type { Principal } from '../../platform/http/call.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Language, Words } from '../../platform/words.ts';
import { preferencesOf } from '../preferences/preferences.service.ts';
import { personOf } from '../users/users.service.ts';

/** What an administrator does to a merchant stands in two logs, and its owners are written to (docs/decisions/0480-a-suspended-merchant-is-told.md). */

/** The merchant's log and the platform's: each names the administrator in its own. */
export const bothLogs = (actor: Actor, merchantId: string): Actor[] => [
  { ...actor, merchantId },
  { ...actor, merchantId: null },
];

/** What is called so, in the reader's language where it has a name in it. */
export const nameIn = (
  { name, nameAr }: { name: string; nameAr?: string | undefined },
  language: Language,
): string => inLanguage({ name, arabicName: nameAr }, language)?.['name'] ?? name;

type Fact =
  | 'merchants.observerTold'
  | 'merchants.suspensionTold'
  | 'merchants.reinstatementTold'
  | 'merchants.closingTold'
  | 'merchants.reopeningTold';
interface Told {
  fact: Fact;
  merchantId: string;
  owners: readonly { id: string }[];
  at: Date;
  values: (words: Words) => Record<string, string>;
}

/** Every one of these owners who has an e-mail is written to, in their language; whoever has none reads it in the log. */
export async function tellOwners(tx: Tx, mailer: Mailer, actor: Principal, told: Told): Promise<void> {
  const { fact, merchantId, owners, at, values } = told;
  for (const { id } of owners) {
    const email = (await personOf(tx, merchantId, id))?.email;
    if (!email) continue;
    await happened(tx, actor, {
      fact,
      at,
      about: { type: 'merchant', id: merchantId },
      mail: {
        mailer,
        to: email,
        reader: await preferencesOf(tx, id),
        values: (words) => ({ by: actor.fullName, when: words.moment(at), ...values(words) }),
      },
    });
  }
}
