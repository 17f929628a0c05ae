import type { Page } from 'playwright-core';

/** A text whose contrast axe leaves open: it saw something overlap it, or a single character. */
interface Judged {
  target: string;
  /** Of the text to what is drawn beneath it, 1 to 21; null where that is no solid colour. */
  ratio: number | null;
  /** What WCAG 1.4.3 asks of a text of this size and weight. */
  needed: number;
}

/** In the page: colours as the browser computes them, over whatever paints at the middle of the text, down to solid ground. */
function judge(targets: readonly string[]): Judged[] {
  type Color = readonly [red: number, green: number, blue: number, alpha: number];
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('no canvas to read colours with');
  const colorOf = (text: string): Color => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = ([r, g, b, alpha]: Color, below: Color): Color => {
    const mix = (top: number, bottom: number): number => top * alpha + bottom * (1 - alpha);
    return [mix(r, below[0]), mix(g, below[1]), mix(b, below[2]), 1];
  };
  const luminance = ([r, g, b]: Color): number => {
    const [red = 0, green = 0, blue = 0] = [r, g, b].map((value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const opacityOf = (element: Element | null): number =>
    element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1;
  const paint = (element: Element): { color: Color; isImage: boolean } => {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const [r, g, b, alpha] = colorOf(backgroundColor);
    return { color: [r, g, b, alpha * opacityOf(element)], isImage: backgroundImage !== 'none' };
  };
  const parentsOf = (element: Element): Element[] =>
    element.parentElement ? [element, ...parentsOf(element.parentElement)] : [element];
  const middleOf = (element: Element): DOMRect => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const box = range.getBoundingClientRect();
    return box.width > 0 ? box : element.getBoundingClientRect();
  };
  /** What paints at the middle of the text, the uppermost first; outside of the window, what it stands in. */
  const layersOf = (element: Element): Element[] => {
    const { x, y, width, height } = middleOf(element);
    const at = document.elementsFromPoint(x + width / 2, y + height / 2);
    return at.includes(element) ? at : parentsOf(element);
  };
  /** The colour under the text, or null where a picture or a gradient is part of it. */
  const groundOf = (layers: readonly Element[]): Color | null => {
    const [top, ...below] = layers;
    if (!top) return colorOf('Canvas');
    const { color, isImage } = paint(top);
    if (isImage) return null;
    if (color[3] >= 1) return color;
    const ground = groundOf(below);
    return ground && over(color, ground);
  };
  return targets.map((target) => {
    const element = document.querySelector(target);
    if (!element) return { target, ratio: null, needed: 0 };
    const layers = layersOf(element);
    const at = layers.indexOf(element);
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const sizePx = Number.parseFloat(fontSize);
    const needed = sizePx >= 24 || (sizePx * 3 >= 56 && Number(fontWeight) >= 700) ? 3 : 4.5;
    const ground = groundOf(layers.slice(at));
    // Whatever paints above covers text and ground alike.
    const covers = layers.slice(0, at).map(paint);
    if (!ground || covers.some(({ color: above, isImage }) => isImage || above[3] > 0)) {
      return { target, ratio: null, needed };
    }
    const [r, g, b, alpha] = colorOf(color);
    const text = luminance(over([r, g, b, alpha * opacityOf(element)], ground));
    const [light, dark] = [Math.max(text, luminance(ground)), Math.min(text, luminance(ground))];
    return { target, ratio: (light + 0.05) / (dark + 0.05), needed };
  });
}

/**
 * Texts of those that axe leaves open which cannot be read, a line each: too faint over the solid ground that they stand
 * on, or over none.
 */
export async function faintTexts(page: Page, targets: readonly string[]): Promise<string[]> {
  if (targets.length === 0) return [];
  const judged = await page.evaluate(judge, targets);
  return judged.flatMap(({ target, ratio, needed }) => {
    if (ratio === null) return [`contrast cannot be told: ${target}`];
    return ratio < needed ? [`contrast of ${ratio.toFixed(2)} in place of ${needed}: ${target}`] : [];
  });
}
