import { isTest, type SourceFile } from './source-files.ts';

/** One command of a screen, and what stands between a press and what it does. */
interface ShownCommand {
  /** The name of its file: 'keys-section.tsx'. */
  file: string;
  /** The route that it calls, or its own name where it is a function: 'revokeKey'. */
  what: string;
  /** 'undo' or 'question' where one stands with each of its buttons, else 'nothing'. */
  before: 'undo' | 'question' | 'nothing';
}

const opening = new Map([
  ['(', ')'],
  ['{', '}'],
]);

/** The text from a bracket to the one that closes it. */
function bracketed(text: string, from: number): string {
  const open = text[from] ?? '';
  const close = opening.get(open);
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === open) depth += 1;
    if (text[at] === close) depth -= 1;
    if (depth === 0) return text.slice(from, at + 1);
  }
  throw new Error(`no bracket closes '${text.slice(from, from + 40)}'`);
}

/** The opening tag that a place in it belongs to. */
function tagAround(text: string, place: number): string {
  const from = text.lastIndexOf('<Command', place);
  let at = from;
  while (at < text.length && text[at] !== '>') at += text[at] === '{' ? bracketed(text, at).length : 1;
  return text.slice(from, at);
}

const isAsked = (tag: string): boolean => tag.startsWith('<CommandQuestion') || /\squestion=\{/.test(tag);

function before(text: string, name: string | undefined, made: string): ShownCommand['before'] {
  if (/\bundo[:,(]/.test(made)) return 'undo';
  if (name === undefined) return 'nothing';
  const tags = [...text.matchAll(new RegExp(`\\scommand=\\{${name}\\}`, 'g'))].map(({ index }) =>
    tagAround(text, index),
  );
  // Run by hand, it is asked for where the file asks in a dialog of its own.
  if (text.includes(`${name}.run(`) || text.includes(`runAndSay(${name},`))
    return text.includes('<ConfirmDialog') ? 'question' : 'nothing';
  return tags.length > 0 && tags.every(isAsked) ? 'question' : 'nothing';
}

/** Every command of the screens. */
export const commandsOf = (files: readonly SourceFile[]): ShownCommand[] =>
  files
    .filter((file) => /^web\/(?:features|composed)\/.*\.tsx?$/.test(file.path) && !isTest(file))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/(?:const (\w+) = |return )useCommand\(/g)].map(({ 0: call, 1: name, index }) => {
        const made = bracketed(text, index + call.length - 1);
        const [, route] = /^\(\s*(\w+)[,)]/.exec(made) ?? /\bcall\((\w+),/.exec(made) ?? [];
        const file = path.slice(path.lastIndexOf('/') + 1);
        return { file, what: route ?? name ?? 'command', before: before(text, name, made) };
      }),
    );
