import type { SourceFile } from './source-files.ts';

type Tree = { [key: string]: string | Tree };

function flatten(tree: Tree, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

/** Every text of a language by its key, as the code names it: 'auth:login.submit'; those of the server alone too. */
export function textsOf(files: SourceFile[], language: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { path, text } of files) {
    const name = new RegExp(`^locales/${language}/(?:server/)?([\\w-]+)\\.json$`).exec(path)?.[1];
    if (name) for (const [key, value] of flatten(JSON.parse(text))) texts.set(`${name}:${key}`, value);
  }
  return texts;
}
