import type { Mail } from '../../platform/mail/mailer.ts';

/** An applicant as mails address them: in the language they applied in, by the name of their business. */
export interface Applicant {
  to: string;
  locale: 'en' | 'ar';
  name: string;
}

/** To an applicant whose e-mail was verified: the application is complete, and the next step is ours. */
export function underReviewMail({ to, locale, name }: Applicant): Mail {
  if (locale === 'ar') {
    return {
      to,
      subject: 'طلبك في ميزان قيد المراجعة',
      text: `تم تأكيد بريدك الإلكتروني، واكتمل طلب تسجيل ${name}، وهو الآن قيد المراجعة.

لا يلزمك شيء الآن. سنراسلك على هذا البريد فور صدور القرار، أو إذا احتاج الطلب إلى تصحيح.

بعد قبول الطلب يمكنك تسجيل الدخول باسم المستخدم وكلمة المرور اللذين اخترتهما.
`,
    };
  }
  return {
    to,
    subject: 'Your Mizan application is being reviewed',
    text: `Your email is verified, and the application of ${name} is complete. We are reviewing it now.

There is nothing for you to do. We write to this address as soon as it is decided, or if something needs a correction.

Once it is approved, you can log in with the username and password that you chose.
`,
  };
}

/** To an applicant whose correction arrived: it is reviewed again. */
export function correctionReceivedMail({ to, locale, name }: Applicant): Mail {
  if (locale === 'ar') {
    return {
      to,
      subject: 'وصلنا تصحيح طلبك في ميزان',
      text: `وصلنا تصحيح طلب تسجيل ${name}، ونراجع الطلب من جديد.

سنراسلك على هذا البريد فور صدور القرار، أو إذا احتاج الطلب إلى تصحيح آخر.
`,
    };
  }
  return {
    to,
    subject: 'We received the correction of your Mizan application',
    text: `We received the correction of the application of ${name} and are reviewing it again.

We write to this address as soon as it is decided, or if something else needs a correction.
`,
  };
}
