import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { choiceRows, choiceValidations, listsSheet } from './choice-lists.ts';
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

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const workbook = ({ sheets: [fill, example] }: Template): string =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>` +
  `<sheet name="${xmlText(fill)}" sheetId="1" r:id="rId1"/>` +
  `<sheet name="${xmlText(example)}" sheetId="2" r:id="rId2"/>${listsSheet(3)}</sheets></workbook>`;

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
    'xl/worksheets/sheet1.xml': sheet(
      [head],
      template,
      choiceValidations(template.columns, template.rowsMax + 1),
    ),
    'xl/worksheets/sheet2.xml': sheet([head, ...examples], template),
    'xl/worksheets/sheet3.xml': sheet(
      choiceRows(template.columns).map((texts) => row(texts, cellFormats.text)),
      template,
    ),
  };
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return zip.outputStream as Readable;
}
