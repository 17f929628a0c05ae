import { type Findings, isCode, type SourceFile } from './source-files.ts';

/** One word a thing, in code and texts (docs/decisions/0043-one-word-a-thing.md); what else it was called, and where it may be. */
interface OtherName {
  in: (path: string) => boolean;
  word: RegExp;
  instead: string;
}

const isCodePath = (path: string): boolean => isCode({ path, text: '' });
const isText = (language: 'en' | 'ar', path: string): boolean => path.startsWith(`locales/${language}/`);
/** What an import is: places and rates out of a file. */
const isOfImports = (path: string): boolean =>
  /\/(?:discounts|districts|facts|palette)\.json$|\/districts\//.test(path);

const otherNames: OtherName[] = [
  {
    in: (path) => isCodePath(path) && !isOfImports(path),
    word: /\bbank_?imports?\b|\bimport(?:s|ed)?_?files?\b|\b(?:bank|file)Imports?\b|\/reconciliation\/imports?\b|\bimport_?id\b/i,
    instead: 'bank file',
  },
  {
    in: (path) => isText('en', path) && !isOfImports(path),
    word: /: "[^"]*\bimport(?:s|ed)?\b/i,
    instead: 'bank file',
  },
  { in: (path) => isText('ar', path), word: /كشف البنك/, instead: 'ملف البنك' },
  {
    // The terminals' protocol keeps `enrol` and `enrolled`, the fleet's file `enrolCode`, and three facts what the audit log has.
    in: (path) => isCodePath(path) && !path.startsWith('terminal/'),
    word: /\b(?!enrol(?:led|code)?\b|enrolment(?:CodeMade|Refused)\b)\w*enrol\w*/i,
    instead: 'pair, pairing',
  },
  { in: (path) => isText('en', path), word: /: "[^"]*\benrol/i, instead: 'pair' },
  { in: (path) => isText('ar', path), word: /إقران|اقتران/, instead: 'ربط' },
  { in: (path) => isText('ar', path), word: /سطور/, instead: 'أسطر' },
  {
    in: (path) => isText('ar', path),
    word: /لا ت(?:ناسب|وافق) (?:ال|هذا ال)?طراز/,
    instead: 'غير متوافقة مع',
  },
  {
    in: (path) => path.startsWith('server/') && isCodePath(path),
    word: /\b(?:hold|holds|held)_?until\b|\b(?:take|renew|release|keep|lose)Hold\b/i,
    instead: 'lease: a hold is money that was reserved',
  },
];

export const oneWordFindings = (files: readonly SourceFile[]): Findings =>
  files
    .filter(({ path }) => !path.startsWith('tools/tidy'))
    .flatMap(({ path, text }) =>
      otherNames
        .filter((each) => each.in(path))
        .flatMap(({ word, instead }) => {
          const found = word.exec(text);
          if (!found) return [];
          const line = text.slice(0, found.index).split('\n').length;
          return [`${path}:${line} has '${found[0]}': write ${instead}`];
        }),
    );
