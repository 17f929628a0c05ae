import type { Preferences } from '@mizan/contract/preferences.ts';
import type { Origin } from '../../platform/audit/audit.ts';
import { browserFacts } from '../../platform/http/browser-facts.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { momentFor } from '../preferences/sign-in.mail.ts';

/** Tells the owner of a trusted device that a copy of its cookie was used, and that it is trusted no more. */
export function supersededDeviceMail(
  to: string,
  reader: Preferences,
  { at, from, link }: { at: Date; from: Origin; link: string },
): Mail {
  const facts = browserFacts(from.userAgent);
  const browser = [facts.browser, facts.os].filter((part) => part !== null).join(', ');
  const when = momentFor(reader, at);
  if (reader.language === 'ar') {
    return {
      to,
      subject: 'ألغينا توثيق أحد أجهزتك في ميزان',
      text: `استخدمت نسخة قديمة من ملف الارتباط الخاص بجهاز موثوق لديك، وقد يعني ذلك أن شخصا آخر نسخه. لذلك ألغينا توثيق هذا الجهاز، وسيطلب تسجيل الدخول منه رمز تحقق.

الوقت: ${when} بتوقيت الرياض
المتصفح: ${browser || 'غير معروف'}
عنوان IP: ${from.ip}

لم ننه أي جلسة. إذا لم تكن أنت فغير كلمة المرور الآن، فتنتهي كل الجلسات الأخرى، وراجع أجهزتك وجلساتك في الإعدادات:

${link}
`,
    };
  }
  return {
    to,
    subject: 'One of your trusted devices was revoked in Mizan',
    text: `An old copy of the cookie of one of your trusted devices was used, which may mean that somebody else copied it. The device is trusted no more: logging in from it asks for a verification code.

Time: ${when} in Riyadh
Browser: ${browser || 'unknown'}
IP address: ${from.ip}

No session was ended. If this was not you, change your password now, which ends all other sessions, and look through your devices and sessions in the settings:

${link}
`,
  };
}
