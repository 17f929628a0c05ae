import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Window } from './stage.ts';

/** What stands after a count of rows: 'transactions', 'lines', in every plural form of a language. */
function unitsOf(language: string): string[] {
  const path = `${import.meta.dirname}/../../locales/${language}/units.json`;
  const texts = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  return Object.entries(texts)
    .filter(([key, text]) => /^(transaction|line)_/.test(key) && text.includes('{{count}}'))
    .map(([, text]) => text.replace('{{count}}', '').trim());
}

/**
 * Figures of a place that open nothing: amounts, counts that stand alone, and counts of transactions or lines, but those
 * that are nil. A figure opens its rows where a press on it meets a link, a button or a row that opens; a count of
 * transactions or lines also where the amount beside it does. One that opens nothing on purpose says why
 * (`data-opens-nothing`, docs/decisions/0060-numbers-open-their-rows.md).
 * @returns how many figures there are, and each that opens nothing with the words around it, in the order in which they stand
 */
function figuresOf({ page, language }: Window, place: string): Promise<{ seen: number; closed: string[] }> {
  return page.locator(place).evaluateAll((roots, units) => {
    const opens =
      'a[href], button, [role=tab], label, select, option, [data-clickable], tr[data-row-index], [data-opens-nothing]';
    const unseen = '[aria-hidden=true], .mz-visually-hidden, time, svg, textarea';
    const beside = 'li, dl > div, [data-live]';
    const amount = /[\d٠-٩][.٫][\d٠-٩]{2}(?![\d٠-٩%٪])/;
    const alone = /^[+\-−]?[\d٠-٩]{1,3}(?:[,٬]?[\d٠-٩]{3})?$/;
    const isPressed = (element: Element): boolean => {
      element.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return Boolean(document.elementFromPoint(left + width / 2, top + height / 2)?.closest(opens));
    };
    const isOpen = (element: Element, isCount: boolean): boolean => {
      if (element.closest(opens) || isPressed(element)) return true;
      return isCount && Boolean(element.closest(beside)?.querySelector('a[href], button'));
    };
    const closed: string[] = [];
    let seen = 0;
    for (const root of roots) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = (node.textContent ?? '').trim();
        const around = node.parentElement;
        if (!around || !/[1-9١-٩]/.test(text) || around.closest(unseen)) continue;
        const isAmount = amount.test(text);
        const isCount = units.some((unit) =>
          /[\d٠-٩]\s*$/.test(text.includes(unit) ? text.slice(0, text.indexOf(unit)) : ''),
        );
        if (!isAmount && !isCount && !alone.test(text)) continue;
        seen++;
        if (isOpen(around, isCount && !isAmount)) continue;
        const words = around.closest('li, tr, dl > div, p, section, header')?.textContent ?? '';
        closed.push(`${text} | ${words.replaceAll(/\s+/g, ' ').slice(0, 100)}`);
      }
    }
    return { seen, closed };
  }, unitsOf(language));
}

/** Fails for a figure that neither opens its rows nor says why it opens none, and for a place without any figure. */
export async function expectOpenFigures(window: Window, place = 'main'): Promise<void> {
  // A place that is asked anew has none for a moment.
  await expect.poll(async () => (await figuresOf(window, place)).seen).toBeGreaterThan(0);
  expect((await figuresOf(window, place)).closed).toEqual([]);
}
