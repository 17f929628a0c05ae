import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settled } from './screen-checks.ts';

/** A column of amounts on a screen: where it stands, and where its decimal marks end, in px from the left. */
interface AmountColumn {
  name: string;
  marks: number[];
}

/**
 * Every column of amounts that shows. Amounts stand one below the other in a column of a table, in a list, or in the
 * lines of a definition list; what stands beside each other in one line is no column.
 */
const amountColumns = (page: Page): Promise<AmountColumn[]> =>
  page.evaluate(() => {
    const amount = /[\d٠-٩]([.٫])[\d٠-٩]{2}(?![\d٠-٩.٫]|\u200e?[%٪])/;
    const columns = new Map<string, { tops: number[]; marks: number[] }>();
    const all = (selector: string) => [...document.querySelectorAll(selector)];

    function columnOf(element: Element): string | null {
      const cell = element.closest<HTMLTableCellElement>('td, th');
      if (cell)
        return `table ${all('table').indexOf(cell.closest('table') as Element)}, column ${cell.cellIndex}`;
      const list = element.closest('ul, ol');
      // The lists of single days continue each other.
      if (list) return `list .${list.className}`;
      const terms = element.closest('dl');
      return terms ? `terms ${all('dl').indexOf(terms)}` : null;
    }

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      if (!element?.closest('bdi[dir=ltr], [data-align=figure]')) continue;
      if (element.closest('.mz-visually-hidden, [data-paper]')) continue;
      const found = amount.exec(node.textContent ?? '');
      const column = found && columnOf(element);
      if (!found || !column) continue;
      const mark = document.createRange();
      mark.setStart(node, found.index + 1);
      mark.setEnd(node, found.index + 2);
      const { right, top, width } = mark.getBoundingClientRect();
      if (width === 0) continue;
      const entry = columns.get(column) ?? { tops: [], marks: [] };
      entry.tops.push(Math.round(top / 8));
      entry.marks.push(Math.round(right * 10) / 10);
      columns.set(column, entry);
    }
    return [...columns]
      .filter(([, { tops }]) => tops.length > 1 && new Set(tops).size === tops.length)
      .map(([name, { marks }]) => ({ name, marks }));
  });

/** What rounding to device pixels may move, and a heavier figure of a sum under lighter ones. */
const tolerancePx = 1;

/**
 * In each of the columns of amounts, of which there are so many at least, the decimal marks stand in one line;
 * `sentences` are columns whose amounts stand inside a sentence.
 */
export async function expectInLine(
  { page }: { page: Page },
  atLeast: number,
  sentences: readonly string[] = [],
): Promise<void> {
  await settled(page);
  const columns = (await amountColumns(page)).filter(({ name }) => !sentences.includes(name));
  expect(columns.length).toBeGreaterThanOrEqual(atLeast);
  const crooked = columns.filter(({ marks }) => Math.max(...marks) - Math.min(...marks) > tolerancePx);
  expect(crooked).toEqual([]);
}
