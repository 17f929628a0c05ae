import { htmlText } from '../../platform/http/html-text.ts';
import type { OutboxRow } from '../../platform/mail/outbox.queries.ts';
import { wordsFor } from '../../platform/words.ts';

/** What GET /demo/outbox answers of each mail. */
export type OutboxMessage = Omit<OutboxRow, 'createdAt'> & { createdAt: string };

const style = `
  :root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif; }
  body { max-inline-size: 44rem; margin: 2rem auto; padding-inline: 1rem; }
  h1 { font-size: 20px; line-height: 28px; font-weight: 600; }
  h2 { margin: 0; font-size: 16px; line-height: 24px; font-weight: 600; }
  article { padding-block: 1rem; border-block-start: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
  p { margin-block: .25rem; }
  .facts { color: color-mix(in srgb, currentColor 70%, transparent); }
  .code { font: 600 24px/32px ui-monospace, monospace; font-variant-numeric: tabular-nums; letter-spacing: .1em; }
  .body { white-space: pre-wrap; overflow-wrap: anywhere; }
  a { overflow-wrap: anywhere; }
`;

const [english, arabic] = [wordsFor('en'), wordsFor('ar')];
/** A text in both languages, in one line. */
const inBoth = (key: string): string =>
  `${english.text(key)} · <span lang="ar" dir="rtl">${arabic.text(key)}</span>`;

/** Subject and text stand in the language of their reader, so each finds its own direction. */
function articleOf(
  { id, to, subject, text, code, link, createdAt }: OutboxMessage,
  names: ReadonlyMap<string, string>,
): string {
  const name = names.get(id);
  const plainLink = link === null ? '' : htmlText(link);
  return `<article id="mail-${htmlText(id)}">
    <h2 dir="auto">${htmlText(subject)}</h2>
    <p class="facts"><bdi dir="ltr">${htmlText(to)}</bdi> · <time datetime="${htmlText(createdAt)}">${htmlText(createdAt)}</time></p>
    ${code === null ? '' : `<p class="code"><bdi dir="ltr">${htmlText(code)}</bdi></p>`}
    ${link === null ? '' : `<p><a dir="ltr" href="${plainLink}">${plainLink}</a></p>`}
    ${name === undefined ? '' : `<p><a href="/demo/outbox/${htmlText(id)}/attachment">${htmlText(name)}</a></p>`}
    <details><summary lang="en">${inBoth('outbox:whole')}</summary>
      <p class="body" dir="auto">${htmlText(text)}</p></details>
  </article>`;
}

/** The demo's mails as a page, for people who try the portal out: in both languages at once. */
export function outboxPage(
  messages: readonly OutboxMessage[],
  names: ReadonlyMap<string, string>,
  nonce: string,
): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Mizan demo: outbox</title>
    <style nonce="${nonce}">${style}</style>
  </head>
  <body>
    <main>
      <h1>${inBoth('outbox:title')}</h1>
      <p>${english.text('outbox:help')}</p>
      <p lang="ar" dir="rtl">${arabic.text('outbox:help')}</p>
      <p><a href="">${inBoth('outbox:refresh')}</a></p>
      ${messages.map((each) => articleOf(each, names)).join('\n') || `<p>${inBoth('outbox:empty')}</p>`}
    </main>
  </body>
</html>
`;
}
