import type { Preferences } from '@mizan/contract/preferences.ts';
import type { Origin } from '../../platform/audit/audit.ts';
import { browserFacts } from '../../platform/http/browser-facts.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { momentFor } from '../preferences/sign-in.mail.ts';

export type PasskeyChange = 'added' | 'removed';

interface ChangeFacts {
  name: string;
  at: Date;
  from: Origin;
  /** The page where passkeys are removed. */
  link: string;
}

const subjects = {
  en: {
    added: 'A passkey was added to your Mizan account',
    removed: 'A passkey was removed from your Mizan account',
  },
  ar: {
    added: 'أضيف مفتاح مرور إلى حسابك في ميزان',
    removed: 'أزيل مفتاح مرور من حسابك في ميزان',
  },
} as const;

const advice = {
  en: {
    added:
      'Whoever holds it can log in without a password. If this was not you, remove it in the settings now and change your password:',
    removed:
      'It no longer opens your account. If this was not you, change your password now and look through your passkeys and sessions:',
  },
  ar: {
    added:
      'من يحمل هذا المفتاح يستطيع تسجيل الدخول دون كلمة مرور. إذا لم تضفه أنت فأزله الآن من الإعدادات وغير كلمة المرور:',
    removed: 'لم يعد هذا المفتاح يفتح حسابك. إذا لم تزله أنت فغير كلمة المرور الآن وراجع مفاتيحك وجلساتك:',
  },
} as const;

/** Tells the owner of an account that a passkey came or went: both change who can get in. */
export function passkeyMail(
  to: string,
  reader: Preferences,
  change: PasskeyChange,
  { name, at, from, link }: ChangeFacts,
): Mail {
  const facts = browserFacts(from.userAgent);
  const browser = [facts.browser, facts.os].filter((part) => part !== null).join(', ');
  const when = momentFor(reader, at);
  const { language } = reader;
  const rows =
    language === 'ar'
      ? [
          `مفتاح المرور: ${name}`,
          `الوقت: ${when} بتوقيت الرياض`,
          `المتصفح: ${browser || 'غير معروف'}`,
          `عنوان IP: ${from.ip}`,
        ]
      : [
          `Passkey: ${name}`,
          `Time: ${when} in Riyadh`,
          `Browser: ${browser || 'unknown'}`,
          `IP address: ${from.ip}`,
        ];
  return {
    to,
    subject: subjects[language][change],
    text: `${subjects[language][change]}${language === 'ar' ? '' : '.'}

${rows.join('\n')}

${advice[language][change]}

${link}
`,
  };
}
