import { mailLinkHours, otpLifeMinutes } from '@mizan/contract/auth.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

type Locale = 'en' | 'ar';

/** The digits of ar-EG, for counts in Arabic sentences; codes and links keep Latin ones. */
const count = (value: number, locale: Locale): string =>
  new Intl.NumberFormat(locale === 'ar' ? 'ar-EG' : 'en-US').format(value);

/** The mail that carries a one-time code, in the language of its reader. */
export function oneTimeCodeMail(to: string, locale: Locale, code: string): Mail {
  const minutes = count(otpLifeMinutes, locale);
  if (locale === 'ar') {
    return {
      to,
      code,
      subject: 'رمز التحقق لتسجيل الدخول إلى ميزان',
      text: `رمز التحقق: ${code}

أدخله في صفحة تسجيل الدخول خلال ${minutes} دقائق. لا تشاركه مع أحد، فلن يطلبه منك فريق ميزان.

إذا لم تحاول تسجيل الدخول فقد عرف شخص آخر كلمة المرور الخاصة بك: غيرها الآن من «نسيت كلمة المرور؟».
`,
    };
  }
  return {
    to,
    code,
    subject: 'Your Mizan verification code',
    text: `Your verification code: ${code}

Enter it on the login page within ${minutes} minutes. Share it with nobody: Mizan never asks for it.

If you did not try to log in, somebody else knows your password: change it now with "Forgot password?".
`,
  };
}

/** The mail that carries a password-reset link, in the language of its reader. */
export function resetLinkMail(to: string, locale: Locale, link: string): Mail {
  const hours = count(mailLinkHours, locale);
  if (locale === 'ar') {
    return {
      to,
      link,
      subject: 'إعادة تعيين كلمة المرور في ميزان',
      text: `افتح هذا الرابط لتعيين كلمة مرور جديدة:

${link}

يعمل الرابط مرة واحدة وخلال ${hours} ساعة. إذا لم تطلبه فتجاهل هذه الرسالة، وستبقى كلمة المرور كما هي.
`,
    };
  }
  return {
    to,
    link,
    subject: 'Reset your Mizan password',
    text: `Open this link to set a new password:

${link}

It works once, within ${hours} hours. If you did not ask for it, ignore this mail and your password stays as it is.
`,
  };
}

/** The mail whose link confirms a change of the own profile. */
export function profileLinkMail(to: string, locale: Locale, link: string): Mail {
  const hours = count(mailLinkHours, locale);
  if (locale === 'ar') {
    return {
      to,
      link,
      subject: 'تأكيد تغيير بيانات حسابك في ميزان',
      text: `افتح هذا الرابط لتأكيد التغيير:

${link}

يعمل الرابط مرة واحدة وخلال ${hours} ساعة. إذا لم تطلب التغيير فتجاهل هذه الرسالة، وستبقى بياناتك كما هي.
`,
    };
  }
  return {
    to,
    link,
    subject: 'Confirm the change of your Mizan account',
    text: `Open this link to confirm the change:

${link}

It works once, within ${hours} hours. If you did not ask for it, ignore this mail and everything stays as it is.
`,
  };
}

/** The mail whose link verifies the e-mail of a new account. */
export function activationLinkMail(to: string, locale: Locale, link: string): Mail {
  const hours = count(mailLinkHours, locale);
  if (locale === 'ar') {
    return {
      to,
      link,
      subject: 'تأكيد بريدك الإلكتروني في ميزان',
      text: `وصلنا طلب تسجيل منشأتك. افتح هذا الرابط لتأكيد بريدك الإلكتروني، ثم نراجع طلبك:

${link}

يعمل الرابط مرة واحدة وخلال ${hours} ساعة. إذا لم ترسل طلبا فتجاهل هذه الرسالة.
`,
    };
  }
  return {
    to,
    link,
    subject: 'Verify your email for Mizan',
    text: `We received the application of your business. Open this link to verify your email; then we review your application:

${link}

It works once, within ${hours} hours. If you sent no application, ignore this mail.
`,
  };
}
