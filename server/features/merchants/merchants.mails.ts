import { correctionDays } from '@mizan/contract/onboarding.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

type Locale = 'en' | 'ar';

/** To the owner of an approved merchant. */
export function approvedMail(to: string, locale: Locale, name: string, link: string): Mail {
  if (locale === 'ar') {
    return {
      to,
      link,
      subject: 'تم قبول طلبك في ميزان',
      text: `تم قبول طلب تسجيل ${name}. سجل الدخول لتجد فروعك وأجهزتك وأمناء الصندوق:

${link}
`,
    };
  }
  return {
    to,
    link,
    subject: 'Your Mizan application is approved',
    text: `The application of ${name} is approved. Log in to find your branches, terminals and cashiers:

${link}
`,
  };
}

/** To the owner of a rejected application, with the administrator's reason in their own words. */
export function rejectedMail(to: string, locale: Locale, name: string, reason: string): Mail {
  if (locale === 'ar') {
    return {
      to,
      subject: 'لم يقبل طلبك في ميزان',
      text: `لم يقبل طلب تسجيل ${name}. السبب:

${reason}

إذا كانت لديك أسئلة فتواصل مع الدعم.
`,
    };
  }
  return {
    to,
    subject: 'Your Mizan application was not accepted',
    text: `The application of ${name} was not accepted. The reason:

${reason}

If you have questions, contact support.
`,
  };
}

/** To an applicant who is asked to correct something; the link leads to exactly those fields. */
export function correctionMail(
  to: string,
  locale: Locale,
  { name, note, link }: { name: string; note: string; link: string },
): Mail {
  const days = new Intl.NumberFormat(locale === 'ar' ? 'ar-EG' : 'en-US').format(correctionDays);
  if (locale === 'ar') {
    return {
      to,
      link,
      subject: 'طلبك في ميزان يحتاج إلى تصحيح',
      text: `راجعنا طلب تسجيل ${name}، ونحتاج إلى تصحيح فيه:

${note}

افتح هذا الرابط لإجراء التصحيح:

${link}

يعمل الرابط خلال ${days} يوما.
`,
    };
  }
  return {
    to,
    link,
    subject: 'Your Mizan application needs a correction',
    text: `We reviewed the application of ${name}, and something needs a correction:

${note}

Open this link to make it:

${link}

It works for ${days} days.
`,
  };
}
