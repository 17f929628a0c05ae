import type { Findings, SourceFile } from './source-files.ts';
import { textsOf } from './texts.ts';

/** Where a `${` that begins at `start` ends: whole expressions stand in it, templates of their own included. */
function placeholderEnd(text: string, start: number): number {
  let depth = 1;
  let at = start + 2;
  for (; at < text.length && depth > 0; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
  }
  return at;
}

/** What the template that begins at `start` may become: anything may stand where it has a placeholder. */
function patternOf(text: string, start: number): RegExp {
  let pattern = '';
  for (let at = start; at < text.length && text[at] !== '`'; ) {
    const isPlaceholder = text.startsWith('${', at);
    pattern += isPlaceholder ? '.+' : RegExp.escape(text.charAt(at));
    at = isPlaceholder ? placeholderEnd(text, at) : at + 1;
  }
  return new RegExp(`^${pattern}$`);
}

const literalKey = /['"](\w+:[\w.]+)['"]/g;
const templateKey = /`(?=\w+:[\w.]*\$\{)/g;
/** home.html is filled in by the build and names its texts by language. */
const homeKey = /%(?:en|ar):([\w.]+)%/g;

/** A fact's row names its mail; the platform takes both texts of it. */
const mailOfFact = /\bmail: '(mails:\w+)'/g;

/** English texts that no code names, neither whole nor by a template that could become their key. */
export function unusedTextFindings(files: SourceFile[]): Findings {
  const named = new Set<string>();
  const patterns: RegExp[] = [];
  for (const { path, text } of files.filter(({ path }) =>
    /^(?:web|server|contract)\/.*\.(?:tsx?|html)$/.test(path),
  )) {
    if (path.includes('.test.')) continue;
    for (const [, key] of text.matchAll(literalKey)) named.add(key ?? '');
    for (const [, key] of text.matchAll(homeKey)) named.add(`home:${key}`);
    for (const [, mail] of path.endsWith('.facts.ts') ? text.matchAll(mailOfFact) : []) {
      named.add(`${mail}.subject`).add(`${mail}.text`);
    }
    for (const { index } of text.matchAll(templateKey)) patterns.push(patternOf(text, index + 1));
  }
  return [...textsOf(files, 'en').keys()]
    .filter((key) => {
      const stem = key.replace(/_(?:one|other|zero)$/, '');
      return ![key, stem].some((each) => named.has(each) || patterns.some((pattern) => pattern.test(each)));
    })
    .map((key) => `${key} is a text that no code names`);
}
