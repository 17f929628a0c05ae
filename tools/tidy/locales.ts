import type { Findings, SourceFile } from './source-files.ts';
import { textsOf } from './texts.ts';

/** CLDR's plural categories: Arabic uses all six, English two; `_zero` is one that i18next always honours. */
const arabicForms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
const pluralKey = /^(.+)_(zero|one|two|few|many|other)$/;

/**
 * Values that are the same in both languages, because they are names, signs or formats rather than words.
 * Everything else that is equal was forgotten in translation.
 */
const sameInBoth =
  /^(?:[\s\d\p{P}\p{S}]|\{\{[^}]+\}\}|CSV|XLSX|XLS|PDF|IP|MDR|RRN|STAN|TID|Visa|Mastercard|Maestro|JCB)*$/u;

/** A key without its plural form, and whether it has one: a stem counts as plural where English has `_other`. */
function stemOf(key: string, english: Map<string, string>): { stem: string; isPlural: boolean } {
  const stem = pluralKey.exec(key)?.[1];
  return stem !== undefined && english.has(`${stem}_other`)
    ? { stem, isPlural: true }
    : { stem: key, isPlural: false };
}

const variablesIn = (text: string): string =>
  [...text.matchAll(/\{\{\s*([\w.]+)/g)]
    .map((match) => match[1] ?? '')
    .sort()
    .join(', ');

/** Keys of one language that the other lacks, with all six plural forms of Arabic, and variables that differ. */
export function parityFindings(files: SourceFile[]): Findings {
  const [english, arabic] = [textsOf(files, 'en'), textsOf(files, 'ar')];
  const findings = new Set<string>();
  for (const [key, text] of english) {
    const { stem, isPlural } = stemOf(key, english);
    const wanted = isPlural ? arabicForms.map((form) => `${stem}_${form}`) : [key];
    for (const name of wanted) if (!arabic.has(name)) findings.add(`ar lacks ${name}`);
    if (isPlural && !english.has(`${stem}_one`)) findings.add(`en lacks ${stem}_one`);
    const translated = arabic.get(key);
    if (!isPlural && translated !== undefined && variablesIn(translated) !== variablesIn(text)) {
      findings.add(`${key} has {{${variablesIn(text)}}} in en and {{${variablesIn(translated)}}} in ar`);
    }
  }
  for (const key of arabic.keys()) {
    const { stem, isPlural } = stemOf(key, english);
    if (!isPlural && !english.has(stem)) findings.add(`en lacks ${key}`);
  }
  return [...findings].sort();
}

/** Arabic values that were left in English. */
export function untranslatedFindings(files: SourceFile[]): Findings {
  const [english, arabic] = [textsOf(files, 'en'), textsOf(files, 'ar')];
  return [...arabic]
    .filter(([key, text]) => english.get(key) === text && !sameInBoth.test(text))
    .map(([key, text]) => `${key} is '${text}' in both languages`);
}
