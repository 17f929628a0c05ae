import { readFileSync } from 'node:fs';
import { paths } from '@mizan/contract/paths.ts';
import type { Plugin } from 'vite';

const languages = ['en', 'ar'] as const;
type Texts = { [key: string]: string | Texts };

function readTexts(language: string): Texts {
  const path = `${import.meta.dirname}/../../../locales/${language}/home.json`;
  return JSON.parse(readFileSync(path, 'utf8')) as Texts;
}

function textAt(texts: Texts, key: string): string {
  const found = key.split('.').reduce<string | Texts | undefined>((at, part) => {
    return typeof at === 'object' ? at[part] : undefined;
  }, texts);
  if (typeof found !== 'string') throw new Error(`a page names the text '${key}', which home.json has not`);
  return found;
}

const plainPages = /(?:home|offline)\.html$/;

/** Writes the texts of both languages, and the way to the login, into pages that are whole without any script. */
export function homePage(): Plugin {
  return {
    name: 'mizan-home-page',
    transformIndexHtml: {
      order: 'pre',
      handler(html, context) {
        if (!plainPages.test(context.filename)) return html;
        const mark = readFileSync(`${import.meta.dirname}/../../ui/marks/mizan.svg`, 'utf8');
        const byLanguage = Object.fromEntries(languages.map((language) => [language, readTexts(language)]));
        return html
          .replaceAll('%login%', paths.login)
          .replaceAll('%mark%', mark.replace('<svg ', '<svg aria-hidden="true" width="28" height="28" '))
          .replace(/%(en|ar):([\w.]+)%/g, (_, language: string, key: string) =>
            textAt(byLanguage[language] ?? {}, key),
          );
      },
    },
  };
}
