/** Lists to choose from in a workbook: each column's stand in the same column of a sheet that people do not see. */

interface ChoiceColumn {
  /** What its cells can be chosen from; a list of none is no list. */
  choices?: readonly string[];
}

/** The name of that sheet, and what the workbook says of it. */
const listsName = 'Lists';
export const listsSheet = (number: number): string =>
  `<sheet name="${listsName}" sheetId="${number}" state="hidden" r:id="rId${number}"/>`;

export const hasChoices = (columns: readonly ChoiceColumn[]): boolean =>
  columns.some(({ choices = [] }) => choices.length > 0);

/** 'A' of 0, 'AA' of 26. */
function letterOf(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? letterOf(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}

/** As XML behind the rows of a sheet: each column with choices offers them from the second row to the last. */
export function choiceValidations(columns: readonly ChoiceColumn[], lastRow: number): string {
  const lists = columns.flatMap(({ choices = [] }, at) => {
    const letter = letterOf(at);
    if (choices.length === 0) return [];
    return [
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${letter}2:${letter}${lastRow}">` +
        `<formula1>${listsName}!$${letter}$1:$${letter}$${choices.length}</formula1></dataValidation>`,
    ];
  });
  return lists.length === 0
    ? ''
    : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`;
}

/** The rows of the sheet of lists. */
export function choiceRows(columns: readonly ChoiceColumn[]): string[][] {
  const most = Math.max(0, ...columns.map(({ choices = [] }) => choices.length));
  return Array.from({ length: most }, (_, at) => columns.map(({ choices = [] }) => choices[at] ?? ''));
}
