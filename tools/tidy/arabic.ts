import type { Findings, SourceFile } from './source-files.ts';
import { textsOf } from './texts.ts';

/** A pattern of whole Arabic words; a letter that is written joined may stand before them: و، ف، ب، ل. */
const words = (pattern: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}])[وفبل]?(?:${pattern})(?![\\p{L}\\p{M}])`, 'u');

/** What a merchant would misread, and what is written instead. */
const misread: [word: RegExp, instead: string][] = [
  [words('تمرير (?:ال)?بطاقت?ة?'), 'تقريب البطاقة أو إدخالها (the other reads as swipe)'],
  [words('(?:ال|سي|[يتنأ])?حسم(?:ه|ها|ت|ته|تها)?'), 'اتخاذ القرار or بتّ (the other reads as deduct)'],
  [words('أنه ما لا تعرفه|ثم غير'), 'أنهِ الجلسات التي لا تعرفها، ثم غيّر'],
  [words('المتصل \\{\\{\\w+\\}\\} من \\{\\{\\w+\\}\\}'), '{{count}} من {{total}} متصلة'],
  [words('جعل الكل مقروءً?ا'), 'تحديد الكل كمقروء'],
  [words('سؤال التحقق'), 'طلب التحقق'],
  [words('الفترة السابقة'), 'the days that are meant: أمس حتى {{until}}'],
  [words('نفّ?ذ عمليات'), 'استقبل المدفوعات'],
  [
    /\p{L} \{\{part\}\} من|\{\{part\}\} من (?:أصل )?\{\{\w+\}\} \p{L}/u,
    'plural forms of {{count}}: a lone zero reads as a dot, so its form says it in words',
  ],
  [/[·•∙⋅]/u, 'an Arabic comma, or {{apart}}: a dot reads as a zero'],
];

/** Passives that read as active verbs without their vowel. */
const unvowelled = words(
  [
    'أرسل(?:ت|ا) إلى',
    '(?:أضيف|أزيل|أضيفت|أزيلت|ألغيت|سجلت|فتحت|قبلت|رفضت|استخدمت)',
    'لم ت(?:قرأ|قبل)',
    'لم ي(?:رسل|قرأ|قبل|قدم|سجل|حفظ|كتب|حدد|نشأ|ستخدم|ربط|فتح)',
    'لا (?:ت|ي)قبل (?:إلا|عمليات)',
    'لا تحفظ',
    'يحفظ (?:هنا|في|مع)',
    'يستخدم مرة',
    'يقرأ على',
    'يضاف الجهاز',
    'يرسل إلى',
    'سيطلب منك',
    'ترسل الرسالة',
    'تنشأ الآن',
    'أن اتخذ',
  ].join('|'),
);

const tanweenAfterAlef = /ا\u064b/u;
/** Words whose bare ending is also that of other words (-نا), or that are short: known one by one. */
const bareTanween = words('عنوانا|مجانا|أحيانا|بيانا|جدا|معا');
/** Words that end in an alef of their own: those of a pronoun, a particle, a name, or the two of something. */
const ownAlef =
  /(?:ها|نا|هما|تما|ذا)$|^و?(?:ربما|بينما|إلا|فيزا)$|^(?:كلمتا المرور|يوما عمل|رمزا الرد|مفتاحا مرور|مفتاحا واجهة|حسابا دخول|تُحسما|ليستا|ملفا بنك|عمليتا استرداد|أمينا صندوق)/u;
const endsInAlef =
  /(?<![\p{L}\p{M}])([\p{L}\p{M}]{3,}(?<!\u064b\u0651?|\u0651\u064b)ا)(?![\p{L}\p{M}])(?: \p{L}+)?/gu;

function badAlef(text: string): string | null {
  const after = tanweenAfterAlef.exec(text) ?? bareTanween.exec(text);
  if (after) return after[0];
  for (const [phrase, word = ''] of text.matchAll(endsInAlef)) {
    if (!ownAlef.test(word) && !ownAlef.test(phrase)) return word;
  }
  return null;
}

/** Arabic texts that a merchant would misread, each with what is written instead. */
export function arabicFindings(files: SourceFile[]): Findings {
  return [...textsOf(files, 'ar')].flatMap(([key, text]) => {
    const found = misread.flatMap(([word, instead]) => {
      const phrase = word.exec(text)?.[0];
      return phrase === undefined ? [] : [`${key} has '${phrase}': write ${instead}`];
    });
    const verb = unvowelled.exec(text)?.[0];
    if (verb !== undefined) found.push(`${key} has '${verb}': give the passive its vowel`);
    const alef = badAlef(text);
    if (alef !== null) found.push(`${key} has '${alef}': write the tanween on the letter before the alef`);
    return found;
  });
}
