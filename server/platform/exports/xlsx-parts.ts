import { xmlText } from './xml-text.ts';

/** The parts of a workbook beside its sheets (ECMA-376, part 1). */
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const media = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Places in cellXfs of `stylesPart`. */
export const cellFormats = { text: 1, amount: 2, header: 3 } as const;

/** 49 is text as it was typed, 4 is #,##0.00; Excel knows both by their number. */
export const stylesPart =
  `${declaration}<styleSheet xmlns="${main}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>' +
  '</styleSheet>';

export const packageRelations =
  `${declaration}<Relationships xmlns="${relations}">` +
  `<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const numbersTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);

export const contentTypes = (sheets: number): string =>
  `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${media}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${media}.styles+xml"/>${numbersTo(sheets)
    .map(
      (number) =>
        `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${media}.worksheet+xml"/>`,
    )
    .join('')}</Types>`;

export const workbookRelations = (sheets: number): string =>
  `${declaration}<Relationships xmlns="${relations}">${numbersTo(sheets)
    .map(
      (number) =>
        `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )
    .join(
      '',
    )}<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`;

const sheetNameCharsMax = 31;
/** Without the signs that Excel takes in no sheet's name, and short enough for a number behind it. */
const sheetName = (title: string, number: number): string => {
  const suffix = number === 1 ? '' : ` ${number}`;
  return title.replaceAll(/[\\/?*[\]:']/g, ' ').slice(0, sheetNameCharsMax - suffix.length) + suffix;
};

/** `hidden` is what stands behind the sheets that people see. */
export const workbookPart = (title: string, sheets: number, hidden = ''): string =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${numbersTo(sheets)
    .map(
      (number) =>
        `<sheet name="${xmlText(sheetName(title, number))}" sheetId="${number}" r:id="rId${number}"/>`,
    )
    .join('')}${hidden}</sheets></workbook>`;
