import type { Preferences } from '@mizan/contract/preferences.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

const numbering = { language: '', latin: '-u-nu-latn', arabic: '-u-nu-arab' } as const;

/** A moment by the clock of Riyadh, in the reader's language, digits and calendar. */
export function momentFor({ language, digits, calendar }: Preferences, at: Date): string {
  const locale = (language === 'ar' ? 'ar-EG' : 'en-US') + numbering[digits];
  return new Intl.DateTimeFormat(locale, {
    calendar: calendar === 'ummAlQura' ? 'islamic-umalqura' : 'gregory',
    timeZone: 'Asia/Riyadh',
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(at);
}

/** Where a sign-in came from; null where the browser does not say. */
export interface SignInPlace {
  browser: string | null;
  os: string | null;
  ip: string;
}

/** Tells the owner of an account of a sign-in from a browser that was not trusted. */
export function signInMail(
  to: string,
  reader: Preferences,
  { at, place, link }: { at: Date; place: SignInPlace; link: string },
): Mail {
  const browser = [place.browser, place.os].filter((part) => part !== null).join(', ');
  const when = momentFor(reader, at);
  if (reader.language === 'ar') {
    return {
      to,
      subject: 'تسجيل دخول جديد إلى حسابك في ميزان',
      text: `تم تسجيل الدخول إلى حسابك برمز تحقق:

الوقت: ${when} بتوقيت الرياض
المتصفح: ${browser || 'غير معروف'}
عنوان IP: ${place.ip}

إذا كنت أنت من سجل الدخول فلا يلزمك شيء. وإلا فغير كلمة المرور الآن وأنه الجلسة من الإعدادات:

${link}
`,
    };
  }
  return {
    to,
    subject: 'New sign-in to your Mizan account',
    text: `Somebody logged in to your account with a verification code:

Time: ${when} in Riyadh
Browser: ${browser || 'unknown'}
IP address: ${place.ip}

If this was you, there is nothing to do. If not, change your password now and end the session in the settings:

${link}
`,
  };
}
