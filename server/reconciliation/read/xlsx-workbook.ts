import { fileRefused } from './file-refused.ts';
import { type NumberForm, numberForm } from './spreadsheet-values.ts';
import { localName, parsePart, type XlsxArchive } from './xlsx-archive.ts';

/** What the sheets of a workbook share. */
export interface XlsxWorkbook {
  /** Sheets in their order, with the part that holds each. */
  sheets: { name: string; isHidden: boolean; part: string }[];
  uses1904: boolean;
  /** The form of numbers by cell style. */
  forms: NumberForm[];
  sharedTexts: string[];
}

const workbookPart = 'xl/workbook.xml';

/** Reads sheet list, styles and shared texts. Refuses `notTable` for a zip that is no workbook. */
export async function readWorkbook(archive: XlsxArchive): Promise<XlsxWorkbook> {
  if (!archive.has(workbookPart)) throw fileRefused('notTable');
  const targets = await relationTargets(archive);
  const sheets: XlsxWorkbook['sheets'] = [];
  let uses1904 = false;
  await parsePart(archive, workbookPart, {
    open: (tag) => {
      const name = localName(tag);
      if (name === 'workbookPr') uses1904 = ['1', 'true'].includes(tag.attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      const relation = Object.entries(tag.attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      const part = targets.get(relation);
      const { name: called = '', state = 'visible' } = tag.attributes;
      if (part && archive.has(part)) sheets.push({ name: called, isHidden: state !== 'visible', part });
    },
  });
  if (sheets.length === 0) throw fileRefused('notTable');
  return { sheets, uses1904, forms: await readForms(archive), sharedTexts: await readSharedTexts(archive) };
}

async function relationTargets(archive: XlsxArchive): Promise<Map<string, string>> {
  const part = 'xl/_rels/workbook.xml.rels';
  const targets = new Map<string, string>();
  if (!archive.has(part)) throw fileRefused('notTable');
  await parsePart(archive, part, {
    open: (tag) => {
      const { Id: id, Target: target } = tag.attributes;
      if (id && target) targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    },
  });
  return targets;
}

async function readForms(archive: XlsxArchive): Promise<NumberForm[]> {
  const part = 'xl/styles.xml';
  const codes = new Map<number, string>();
  const forms: NumberForm[] = [];
  if (!archive.has(part)) return forms;
  let inCells = false;
  await parsePart(archive, part, {
    open: (tag) => {
      const name = localName(tag);
      if (name === 'numFmt')
        codes.set(Number(tag.attributes['numFmtId']), tag.attributes['formatCode'] ?? '');
      if (name === 'cellXfs') inCells = true;
      if (name !== 'xf' || !inCells) return;
      const id = Number(tag.attributes['numFmtId'] ?? 0);
      forms.push(numberForm(id, codes.get(id)));
    },
    close: (tag) => {
      if (localName(tag) === 'cellXfs') inCells = false;
    },
  });
  return forms;
}

/** Texts that cells refer to. Runs of one text are joined; phonetic hints (rPh) are no part of it. */
async function readSharedTexts(archive: XlsxArchive): Promise<string[]> {
  const part = 'xl/sharedStrings.xml';
  const texts: string[] = [];
  if (!archive.has(part)) return texts;
  let current = '';
  let inText = false;
  let phonetic = 0;
  await parsePart(archive, part, {
    open: (tag) => {
      const name = localName(tag);
      if (name === 'si') current = '';
      if (name === 'rPh') phonetic++;
      inText = name === 't' && phonetic === 0;
    },
    text: (text) => {
      if (inText) current += text;
    },
    close: (tag) => {
      const name = localName(tag);
      if (name === 'rPh') phonetic--;
      if (name === 't') inText = false;
      if (name === 'si') texts.push(current);
    },
  });
  return texts;
}
