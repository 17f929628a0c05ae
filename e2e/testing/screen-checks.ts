import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from 'playwright-core';
import { laptop, phone, smallPhone, zoomed } from './browser.ts';
import { faintTexts } from './contrast.ts';
import { answered } from './requests.ts';

/** A screen may not move under the reader's eyes by more than this (rules D8). */
export const maxLayoutShift = 0.02;

/** Starts to add up what shifts on every page of a context, from its first paint on. */
export async function watchLayoutShift(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shifts: { value: number; nodes: string[] }[] = [];
    Object.assign(globalThis, { mizanShifts: shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        const nodes = (entry.sources ?? []).map(
          ({ node }) =>
            `${node?.nodeName} '${node?.textContent?.slice(0, 40)}' in ${node?.parentElement?.className}`,
        );
        if (!entry.hadRecentInput) shifts.push({ value: entry.value, nodes });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
  sources?: { node: Node | null }[];
}

/** What shifted since the page was loaded, as one number, and where. */
export const layoutShift = (page: Page): Promise<{ sum: number; nodes: string[] }> =>
  page.evaluate(() => {
    const { mizanShifts } = globalThis as unknown as { mizanShifts: { value: number; nodes: string[] }[] };
    return {
      sum: mizanShifts.reduce((sum, { value }) => sum + value, 0),
      nodes: mizanShifts.flatMap(({ nodes }) => nodes),
    };
  });

/**
 * Says on the console of every page of a context, as an error, what went away and came back: React takes what stands off
 * the screen while a part of it waits for code or texts, and brings it back without the focus.
 */
export async function watchBlinks(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const hidden = new Set<HTMLElement>();
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLElement)) continue;
        const { style } = target;
        if (style.display === 'none' && style.getPropertyPriority('display') === 'important')
          hidden.add(target);
        else if (hidden.delete(target) && target.textContent.trim() !== '')
          console.error(`went away and came back: ${target.textContent.trim().slice(0, 80)}`);
      }
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['style'] });
  });
}

/** Resolves when nothing on a screen loads or moves any more. */
export const still = async (page: Page): Promise<void> =>
  void (await page.waitForFunction(() => {
    const unmoved = document.getAnimations().every(({ playState }) => playState !== 'running');
    return unmoved && document.body.innerText !== '' && !document.querySelector('[aria-busy="true"]');
  }));

/** So long an idle moment is waited for: Chromium may give none for as long as a page stands still, which says the same. */
const idleWithinMs = 500;

/** Resolves when the page has drawn what it knows and has nothing left to do: an idle moment comes after all work. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(async (timeout) => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((idle) => requestIdleCallback(idle, { timeout }));
  }, idleWithinMs);

/**
 * The same for a page that has just been opened: what it asked the portal for has been answered, and drawing the
 * answers led to no further question.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  for (let asked = -1; asked !== (await answered(page)); ) {
    asked = await answered(page);
    await still(page);
    await drawn(page);
  }
}

/** As its package ships it for browsers: half of the text that each page would have to take and to read otherwise. */
const axeSource = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** The rule whose answer is left open where axe sees something overlap a text, which says nothing of how it reads. */
const contrastRule = 'color-contrast';

/** Every violation that axe finds on a page or `within` a part of it, a line for each element; what it leaves open of contrast is judged here. */
export async function axeFindings(page: Page, { contrast = true, within = 'html' } = {}): Promise<string[]> {
  // A page that went on inside the app has it from the screen before.
  // What passes is not written down element by element: that takes longer than looking.
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  const axe = new AxeBuilder({ page, axeSource: isThere ? ';' : axeSource })
    .include(within)
    .setLegacyMode(true)
    .options({
      resultTypes: ['violations', 'incomplete'],
      // axe leaves out what WCAG 2.2 has added: 24 px to press, or as much room around.
      rules: { [contrastRule]: { enabled: contrast }, 'target-size': { enabled: true } },
    });
  const { violations, incomplete } = await axe.analyze();
  const open = incomplete.filter(({ id }) => id === contrastRule).flatMap(({ nodes }) => nodes);
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`)),
    ...(await faintTexts(
      page,
      open.map(({ target }) => target.join(' ')),
    )),
  ];
}

/** Named tab, one main landmark, tables and buttons that are told apart by their names: what a screen reader goes by. */
const frameFindings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const findings: string[] = [];
    const isHome = location.pathname.endsWith('.html');
    // The name of the product alone, or the one that stands there until a screen has named itself.
    const isUnnamed = !document.title.includes(' · ') || document.title === 'Mizan · ميزان';
    if (isUnnamed && !isHome) findings.push(`the tab is called '${document.title}'`);
    const mains = document.querySelectorAll('main, [role=main]').length;
    if (mains !== 1) findings.push(`${mains} main landmarks`);
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
    const named = '[aria-label], [aria-labelledby], :has(> caption)';
    const tables = shown('main table').filter((each) => !each.matches(named) && !each.closest('[role=img]'));
    if (tables.length > 0) findings.push(`${tables.length} tables without a name`);
    // In the list of buttons that a reader brings up, no row stands around them.
    const nameOf = (button: Element): string => button.getAttribute('aria-label') ?? button.textContent;
    const saidOf = (button: Element): string => {
      const described = button.getAttribute('aria-describedby')?.split(' ') ?? [];
      const words = described.map((id) => document.getElementById(id)?.textContent ?? '');
      return [nameOf(button), ...words].join(' ').trim();
    };
    // One opens the drawer that has the other; what a form sends is under its heading; figures are read with their column; parts that
    // did not load say so beside each other, and each asks again by itself.
    const onScreen = shown('main button:not([type=submit])').filter(
      (each) =>
        !each.closest('form, [data-docked], [role=dialog], [role=alert]') && /\p{L}/u.test(nameOf(each)),
    );
    for (const [name, { length }] of Map.groupBy(onScreen, saidOf)) {
      if (length > 1) findings.push(`${length} buttons are called '${name}'`);
    }
    return findings;
  });

/** What reaches past the window's width and makes the page, or inside a shell its content, scroll sideways; empty where none does. */
const sidewaysOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    const scrolling = [document.documentElement, document.querySelector('main#content')].find(
      (each) => each && each.scrollWidth > each.clientWidth,
    );
    if (!scrolling) return [];
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (right > clientWidth + 1 || left < -1);
    });
    const { tagName, scrollWidth } = scrolling;
    return [
      `${tagName} is ${scrollWidth} px wide in ${scrolling.clientWidth}`,
      ...wide.map((each) => each.className),
    ];
  });

/** Controls past the edge of the window, or of a part that scrolls, which nothing on the page says are there; a table that scrolls by itself shows that it goes on. */
const controlsOffWindow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    const scrollsSideways = (part: Element): boolean => /auto|scroll/.test(getComputedStyle(part).overflowX);
    const partAround = (element: Element): Element | null => {
      let part = element.parentElement;
      while (part && !scrollsSideways(part)) part = part.parentElement;
      return part;
    };
    return [...document.querySelectorAll('main :is(a, button, input, select, textarea, label)')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const part = partAround(element)?.getBoundingClientRect() ?? { left: 0, right: clientWidth };
        const [from, to] = [Math.max(0, part.left), Math.min(clientWidth, part.right)];
        const isOff = width > 0 && (right > to + 1 || left < from - 1);
        // A library's own field for what browsers fill in by themselves is out of everybody's sight.
        return isOff && !element.closest('[role=region], table, [aria-hidden=true]');
      })
      .map(
        (each) => `off the window: ${each.tagName} '${each.textContent || each.getAttribute('aria-label')}'`,
      );
  });

/** Buttons of whose words a part is cut off. */
const cutLabels = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.mantine-Button-label')]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map(({ textContent }) => `the button '${textContent}' is cut`),
  );

/** A screen's name in the header that breaks over two lines. */
export const brokenName = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const name = document.querySelector('header [data-screen-name]');
    if (!name) return [];
    const range = document.createRange();
    range.selectNodeContents(name);
    const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top));
    return lines.size > 1 ? [`the name '${name.textContent}' stands on ${lines.size} lines`] : [];
  });

/** Inside a shell only the content scrolls: a window that scrolls as well ends in nothing. */
const windowScrolls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientHeight, scrollHeight } = document.documentElement;
    const insideShell = document.querySelector('main#content') !== null;
    return insideShell && scrollHeight > clientHeight
      ? [`the window is ${scrollHeight} px high in ${clientHeight}`]
      : [];
  });

/**
 * What is wrong with a screen that a window has just opened on a desktop, a line each: what shifted while it
 * loaded, what axe finds in these colours, and what a phone would scroll sideways for. Of a screen that was gone to
 * `inside` the app no shift is counted: it takes another one's place. Every screen is seen on the smallest phone, which is also
 * what a desktop's window has left at 400 %; one that was loaded anew on a larger one as well, one that was gone to on a laptop and at 200 %.
 */
export async function screenProblems(
  page: Page,
  colors: 'light' | 'dark',
  { inside = false } = {},
): Promise<string[]> {
  await settled(page);
  await page.emulateMedia({ colorScheme: colors });
  // The page hears of it with its next frame; looked at before, it still has the other colours.
  await drawn(page);
  await still(page);
  const findings = (await axeFindings(page)).map((finding) => `${colors}: ${finding}`);
  const problems = [...findings, ...(await frameFindings(page))];
  // After axe, which takes its time: what comes late and shifts is seen as well.
  const { sum, nodes } = inside ? { sum: 0, nodes: [] } : await layoutShift(page);
  if (sum > maxLayoutShift) problems.push(`shifts by ${sum}: ${nodes.join(', ')}`);
  problems.push(...(await windowScrolls(page)));
  for (const narrow of inside ? [laptop, zoomed, smallPhone] : [smallPhone, phone]) {
    await page.setViewportSize(narrow);
    await drawn(page);
    await still(page);
    const onPhone = [
      ...(await sidewaysOverflow(page)),
      ...(await controlsOffWindow(page)),
      ...(await cutLabels(page)),
      ...(await brokenName(page)),
      ...(await windowScrolls(page)),
    ];
    // What stands on a phone alone, named and in its order; its colours are those of the wide window, and take the most time.
    if (narrow === phone) onPhone.push(...(await axeFindings(page, { contrast: false })));
    problems.push(...onPhone.map((finding) => `on ${narrow.width} px: ${finding}`));
  }
  return problems;
}

/** Every text and label of a page that a reader or a screen reader meets, but what says of itself that it is shown as it was written. */
export const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description']) {
          texts.push(node.getAttribute(name) ?? '');
        }
      } else if (!node.parentElement?.closest('script, style, noscript, [translate=no]')) {
        texts.push(node.textContent ?? '');
      }
    }
    return [document.title, ...texts].map((text) => text.trim()).filter((text) => text !== '');
  });
