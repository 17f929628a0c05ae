/** Of the cells of a column that are not empty, so many have to be alike for it to be of a kind. */
const alikeShare = 0.8;

/** Whether enough of so many cells are alike for what stands below the last line, or one strange value, not to count. */
export const isMostly = (alike: number, filled: number): boolean =>
  filled > 0 && alike >= filled * alikeShare;

/** Whether the texts of a column, without empty ones, have a form. */
export const areMostly = (texts: readonly string[], form: RegExp): boolean =>
  isMostly(texts.filter((text) => form.test(text)).length, texts.length);
