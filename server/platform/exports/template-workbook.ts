import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { guardedText } from './safe-text.ts';
import { cellFormats, contentTypes, packageRelations, stylesPart, workbookRelations } from './xlsx-parts.ts';
import { xmlText } from './xml-text.ts';

/** A workbook that somebody fills in: an empty sheet with names of columns and lists to choose from, and one with examples. */

interface TemplateColumn {
  name: string;
  /** In letters. */
  letters: number;
  /** What its cells can be chosen from; a list of none is no list. */
  choices?: readonly string[];
}

export interface Template {
  columns: readonly TemplateColumn[];
  /** Names of the sheets: what is filled in, and the examples. */
  sheets: readonly [fill: string, example: string];
  examples: readonly (readonly string[])[];
  isRightToLeft: boolean;
  /** How many rows have their lists. */
  rowsMax: number;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** 'A' of 0, 'AA' of 26. */
function letterOf(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? letterOf(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}

const cell = (text: string, format: number): string =>
  text === ''
    ? '<c/>'
    : `<c s="${format}" t="inlineStr"><is><t xml:space="preserve">${xmlText(guardedText(text))}</t></is></c>`;
const row = (texts: readonly string[], format: number): string =>
  `<row>${texts.map((text) => cell(text, format)).join('')}</row>`;

function sheet(rows: readonly string[], { columns, isRightToLeft }: Template, after = ''): string {
  const widths = columns
    .map(
      ({ letters }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${letters + 2}" style="${cellFormats.text}" customWidth="1"/>`,
    )
    .join('');
  return (
    `${declaration}<worksheet xmlns="${main}">` +
    `<sheetViews><sheetView workbookViewId="0" rightToLeft="${Number(isRightToLeft)}">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths}</cols><sheetData>${rows.join('')}</sheetData>${after}</worksheet>`
  );
}

/** Each column with choices offers those that stand in its column of the sheet of lists. */
function validations({ columns, rowsMax }: Template): string {
  const lists = columns.flatMap(({ choices = [] }, at) => {
    const letter = letterOf(at);
    if (choices.length === 0) return [];
    return [
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${letter}2:${letter}${rowsMax + 1}">` +
        `<formula1>Lists!$${letter}$1:$${letter}$${choices.length}</formula1></dataValidation>`,
    ];
  });
  return lists.length === 0
    ? ''
    : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`;
}

/** Names of values, column by column, as the sheet that people do not see. */
function listRows({ columns }: Template): string[] {
  const most = Math.max(0, ...columns.map(({ choices = [] }) => choices.length));
  return Array.from({ length: most }, (_, at) =>
    row(
      columns.map(({ choices = [] }) => choices[at] ?? ''),
      cellFormats.text,
    ),
  );
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const workbook = ({ sheets: [fill, example] }: Template): string =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>` +
  `<sheet name="${xmlText(fill)}" sheetId="1" r:id="rId1"/>` +
  `<sheet name="${xmlText(example)}" sheetId="2" r:id="rId2"/>` +
  '<sheet name="Lists" sheetId="3" state="hidden" r:id="rId3"/></sheets></workbook>';

/** The bytes of a template. */
export function templateWorkbook(template: Template): Readable {
  const head = row(
    template.columns.map(({ name }) => name),
    cellFormats.header,
  );
  const examples = template.examples.map((texts) => row(texts, cellFormats.text));
  const parts = {
    '[Content_Types].xml': contentTypes(3),
    '_rels/.rels': packageRelations,
    'xl/workbook.xml': workbook(template),
    'xl/_rels/workbook.xml.rels': workbookRelations(3),
    'xl/styles.xml': stylesPart,
    'xl/worksheets/sheet1.xml': sheet([head], template, validations(template)),
    'xl/worksheets/sheet2.xml': sheet([head, ...examples], template),
    'xl/worksheets/sheet3.xml': sheet(listRows(template), template),
  };
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return zip.outputStream as Readable;
}
