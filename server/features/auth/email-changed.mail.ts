import type { Preferences } from '@mizan/contract/preferences.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { momentFor } from '../preferences/sign-in.mail.ts';

/** Tells the old address that the account has another one now; the new one is masked, because mails travel. */
export function emailChangedMail(
  to: string,
  reader: Preferences,
  { at, maskedEmail }: { at: Date; maskedEmail: string },
): Mail {
  const when = momentFor(reader, at);
  if (reader.language === 'ar') {
    return {
      to,
      subject: 'تغير البريد الإلكتروني لحسابك في ميزان',
      text: `لم يعد هذا العنوان البريد الإلكتروني لحسابك في ميزان.

البريد الجديد: ${maskedEmail}
الوقت: ${when} بتوقيت الرياض

أنهينا كل الجلسات الأخرى وألغينا توثيق كل الأجهزة. إذا لم تكن أنت من غيره فتواصل مع الدعم الآن.
`,
    };
  }
  return {
    to,
    subject: 'The email of your Mizan account was changed',
    text: `This address is no longer the email of your Mizan account.

New email: ${maskedEmail}
Time: ${when} in Riyadh

All other sessions were ended and no device is trusted any more. If this was not you, contact support now.
`,
  };
}
