import type { Actor, Origin } from '../../platform/audit/audit.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Language } from '../../platform/words.ts';

/** Who applies, as the audit log names them: the owner of a merchant that nobody has approved yet. */
export const applicantActor = (
  { ownerId, merchantId, fullName }: { ownerId: string; merchantId: string; fullName: string },
  from: Origin,
): Actor => ({ userId: ownerId, fullName, role: 'MERCHANT', teamRole: 'owner', merchantId, from });

/** An applicant as mails address them: in the language they applied in, by the name of their business. */
interface Applicant {
  to: string;
  locale: Language;
  name: string;
}

/** A mail to an applicant, with what was said to them or where it leads. */
export const applicantLetter = (
  mailer: Mailer,
  { to, locale, name }: Applicant,
  said: { reason?: string; link?: string } = {},
): Letter => ({ mailer, to, reader: locale, link: said.link, values: () => ({ name, ...said }) });
