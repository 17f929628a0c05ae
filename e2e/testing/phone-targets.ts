import type { Locator, Page } from 'playwright-core';

/** The product's 44 px for a thumb, less the hairline at either side of a field. */
const thumbPx = 42;

/** Controls that take a press on too little of their height, by their words; a label counts to its control. */
export const lowTargets = (page: Page, within: Locator = page.locator('html')): Promise<string[]> =>
  within.evaluate((root, least) => {
    const controls = 'a, button, input:not([type=hidden]), select, textarea, [role=tab]';
    const takes = (control: Element, x: number, y: number): boolean => {
      const hit = document.elementFromPoint(x, y);
      const label = hit?.closest('label');
      return (
        hit !== null && (control.contains(hit) || (label as HTMLLabelElement | null)?.control === control)
      );
    };
    return [...root.querySelectorAll<HTMLInputElement>(controls)].flatMap((control) => {
      control.scrollIntoView({ block: 'center' });
      const { left, width, top, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      // Neither shown nor pressed: a file's own field behind its button, what lies under a bar.
      if (width <= 1 || !takes(control, x, y)) return [];
      let [above, below] = [0, 0];
      while (above < least && takes(control, x, y - above - 1)) above += 1;
      while (below < least && takes(control, x, y + below + 1)) below += 1;
      const tallPx = above + below + 1;
      const words = control.ariaLabel ?? control.labels?.[0]?.innerText ?? control.innerText;
      return tallPx < least ? [`${control.tagName} '${words}' ${tallPx} px`] : [];
    });
  }, thumbPx);
