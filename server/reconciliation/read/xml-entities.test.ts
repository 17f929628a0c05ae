import { expect, test } from 'vitest';
import { withFile } from './file-trial.ts';
import { readTable } from './read-table.ts';
import { cellTexts } from './row.ts';
import { workbookParts, zipOf } from './zip-trial.ts';

/** A workbook whose sheet begins with a document type of its own; answers what was read of it. */
async function readWith(docType: string, value: string): Promise<string> {
  const row = `<row r="1"><c t="inlineStr"><is><t>${value}</t></is></c></row>`;
  const parts = workbookParts(row).map((part) => ({
    ...part,
    content: String(part.content).replace('<worksheet', `${docType}<worksheet`),
  }));
  expect(parts.some(({ content }) => content.includes('<!DOCTYPE'))).toBe(true);
  const seen: string[] = [];
  const read = withFile(zipOf(parts), (path) =>
    readTable(path, {
      onFacts: () => {},
      onRow: (each) => void seen.push(...cellTexts(each)),
      onProgress: () => {},
    }),
  );
  await read.catch(() => undefined);
  return seen.join('\n');
}

test('an entity that names a file of this machine is not followed', async () => {
  const docType = '<!DOCTYPE x [<!ENTITY leak SYSTEM "file:///etc/passwd">]>';
  expect(await readWith(docType, 'before &leak; after')).not.toContain('root:');
});

test('entities that hold entities expand to nothing', async () => {
  const doubled = Array.from(
    { length: 30 },
    (_, index) => `<!ENTITY e${index + 1} "&e${index};&e${index};">`,
  );
  const docType = `<!DOCTYPE x [<!ENTITY e0 "ha">${doubled.join('')}]>`;
  expect((await readWith(docType, '&e30;')).length).toBeLessThan(1_000);
});
