import {
  type BulkColumn,
  bulkColumns,
  bulkKinds,
  bulkLimits,
  type LineChange,
  type LineProblem,
  problemWord,
  saysNearest,
} from '@mizan/contract/bulk.ts';
import { placesInTeam } from '@mizan/contract/people.ts';
import { inPlatform } from '../../platform/database/database.ts';
import {
  type ExportFile,
  exportFile,
  exportFileName,
  mediaTypes,
} from '../../platform/exports/export-file.ts';
import type { ExportColumn, ExportRow } from '../../platform/exports/export-sheet.ts';
import { type Template, templateWorkbook } from '../../platform/exports/template-workbook.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { type Language, type Words, wordsFor } from '../../platform/words.ts';
import { giveAccessLink } from '../auth/access-links.service.ts';
import { regionsOf } from '../districts/offered.service.ts';
import { holdMerchant } from '../merchants/merchants.service.ts';
import { offeredModels } from '../models/offered.service.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { selectLines, selectRun } from './bulk-runs.queries.ts';
import { selectKnownBanks } from './known.queries.ts';
import { countWaiting, selectWaiting, type WaitingCashier } from './undo.queries.ts';

/** What goes back to people as workbooks: their lines with what is wrong, links to hand over, and an empty one to fill in. */

const letters: Partial<Record<BulkColumn, number>> = {
  addressEn: 24,
  addressAr: 24,
  mapUrl: 20,
  fullName: 18,
  email: 22,
  model: 16,
  region: 18,
};
const lettersOf = (column: BulkColumn): number => letters[column] ?? 12;

/** 'Branch code: “DC-40” is neither in this file nor registered. Did you mean DC-04?' */
function problemText({ text, number }: Words, problem: LineProblem): string {
  const { field, code, value, nearest, line } = problem;
  const said = text(`bulk:problem.${problemWord({ code, nearest })}`, {
    field: text(`bulk:column.${field}`),
    value,
    nearest: nearest ?? '',
    line: line === null ? '' : number(line),
    shape: text(`bulk:shape.${shapeOf(field)}`),
  });
  return nearest === null || saysNearest(code) ? said : `${said} ${text('bulk:nearest', { nearest })}`;
}

/** Whose shape is said where a value has another one. */
const shapeOf = (field: BulkColumn) =>
  (['branchCode', 'username', 'email', 'terminalId', 'mapUrl'] as const).find((each) => each === field) ??
  'other';

const changeText = ({ text }: Words, { field, was, now }: LineChange): string =>
  text('bulk:changeInFile', { field: text(`bulk:column.${field}`), was, now });

const column = (name: string, wide: number): ExportColumn => ({ name, kind: 'text', letters: wide });

const rowsOfBatch = 1_000;

/** The lines of a file as a workbook with their verdict and what is wrong. @throws Failure 'notFound', 'rateLimited' */
export async function errorsFile(
  { db }: BulkDeps,
  member: Member,
  id: string,
  lang: Language,
): Promise<ExportFile> {
  const { merchantId } = member;
  const record = await inPlatform(db, (tx) => selectRun(tx, merchantId, id));
  if (!record) throw notFound();
  const words = wordsFor(lang);
  const { text } = words;
  const choices = await choicesIn(db, merchantId, words);
  async function* rows(): AsyncGenerator<readonly ExportRow[]> {
    for (let after = 0; ; ) {
      const of = { verdict: null, after, limit: rowsOfBatch };
      const lines = await inPlatform(db, (tx) => selectLines(tx, merchantId, id, of));
      yield lines.map(({ cells, verdict, problems, changes }) => [
        ...bulkColumns.map((name) => cells[name] ?? null),
        text(`bulk:verdict.${verdict}`),
        [
          ...problems.map((each) => problemText(words, each)),
          ...changes.map((each) => changeText(words, each)),
        ].join(' '),
      ]);
      after = lines.at(-1)?.line ?? 0;
      if (lines.length < rowsOfBatch) return;
    }
  }
  const { NEW, CHANGED, SAME, REJECTED } = record.counts.all;
  const title = record.fileName.replace(/\.(?:csv|xlsx?)$/i, '');
  return exportFile(
    {
      title,
      facts: [],
      columns: [
        ...bulkColumns.map((name) => ({
          ...column(text(`bulk:column.${name}`), lettersOf(name)),
          choices: choices[name] ?? [],
        })),
        column(text('bulk:own.verdict'), 12),
        column(text('bulk:own.wrong'), 60),
      ],
      reader: lang,
      rowsTotal: NEW + CHANGED + SAME + REJECTED,
      rows: rows(),
      totals: () => [],
    },
    'xlsx',
    `${title} ${text('bulk:own.wrong')}`,
  );
}

/**
 * A new link of each new cashier of a run who has no password yet; those made before are void. They are in this file and nowhere
 * else. @throws Failure 'notFound', 'conflict' {reason: 'nothing'}, 'rateLimited'
 */
export async function linksFile(
  deps: BulkDeps,
  member: Member,
  id: string,
  lang: Language,
): Promise<ExportFile> {
  const { merchantId } = member;
  const { text } = wordsFor(lang);
  const { record, merchant, waiting } = await inPlatform(deps.db, async (tx) => {
    const found = await selectRun(tx, merchantId, id);
    if (!found) throw notFound();
    const held = await holdMerchant(tx, merchantId);
    const count = await countWaiting(tx, merchantId, id);
    if (count === 0) throw new Failure('conflict', 'Nobody waits for a link.', { reason: 'nothing' });
    const about = { type: 'bulkRun', id } as const;
    const params = { fileName: found.fileName, links: count };
    await happened(tx, member, { fact: 'bulk.linksMade', at: deps.clock.now(), about, params });
    return { record: found, merchant: held, waiting: count };
  });
  const linkOf = ({ id: userId, fullName, username, branchNameEn, branchNameAr }: WaitingCashier) =>
    inPlatform(deps.db, async (tx) => {
      const { link } = await giveAccessLink(tx, deps, {
        userId,
        email: null,
        locale: member.locale,
        merchant,
      });
      return [fullName, username, { en: branchNameEn, ar: branchNameAr }[lang], link];
    });
  async function* rows(): AsyncGenerator<readonly ExportRow[]> {
    for (let after = 0; ; ) {
      const of = { after, limit: rowsOfBatch };
      const people = await inPlatform(deps.db, (tx) => selectWaiting(tx, merchantId, id, of));
      const batch: ExportRow[] = [];
      for (const person of people) batch.push(await linkOf(person));
      yield batch;
      after = people.at(-1)?.line ?? 0;
      if (people.length < rowsOfBatch) return;
    }
  }
  const title = text('bulk:links.title');
  return exportFile(
    {
      title,
      facts: [],
      columns: [
        column(text('bulk:column.fullName'), 20),
        column(text('bulk:column.username'), 16),
        column(text('bulk:links.branch'), 18),
        column(text('bulk:own.link'), 70),
      ],
      reader: lang,
      rowsTotal: waiting,
      rows: rows(),
      totals: () => [],
    },
    'xlsx',
    `${title} ${record.fileName.replace(/\.(?:csv|xlsx?)$/i, '')}`,
  );
}

type Example = Partial<Record<BulkColumn, string>>;

/** The model of the example, while it is on offer. */
const usualModel = 'PAX A920Pro';

/** One line of each kind as the merchant might write it, with names of this language. */
function examplesIn(
  { text }: Words,
  { bank, region, model }: Record<'bank' | 'region' | 'model', string>,
): Example[] {
  const of = (key: string): string => text(`bulk:example.${key}`);
  return [
    {
      kind: text('bulk:kind.branch'),
      branchCode: 'RUH-01',
      nameEn: wordsFor('en').text('bulk:example.branch'),
      nameAr: wordsFor('ar').text('bulk:example.branch'),
      addressEn: wordsFor('en').text('bulk:example.address'),
      addressAr: wordsFor('ar').text('bulk:example.address'),
      region,
      city: of('city'),
      district: of('district'),
    },
    {
      kind: text('bulk:kind.user'),
      branchCode: 'RUH-01',
      fullName: of('cashier'),
      role: text('mails:teamRole.cashier'),
      username: 'noura.o',
    },
    {
      kind: text('bulk:kind.user'),
      fullName: of('accountant'),
      role: text('mails:teamRole.accountant'),
      email: 'latifa@example.com',
    },
    {
      kind: text('bulk:kind.terminal'),
      branchCode: 'RUH-01',
      terminalId: '88506011',
      model,
      bank,
      label: of('label'),
      cashier: 'noura.o',
    },
  ];
}

/** What the cells of a column can be chosen from: the banks of the merchant, the models on offer, regions, kinds and roles. */
async function choicesIn(db: BulkDeps['db'], merchantId: string, { text, language }: Words) {
  const { banks, regions, models } = await inPlatform(db, async (tx) => ({
    banks: await selectKnownBanks(tx, merchantId),
    regions: await regionsOf(tx),
    models: await offeredModels(tx),
  }));
  const choices: Partial<Record<BulkColumn, readonly string[]>> = {
    kind: bulkKinds.map((kind) => text(`bulk:kind.${kind}`)),
    role: placesInTeam.map((place) => text(`mails:teamRole.${place}`)),
    region: regions.map((region) => region[language]),
    model: models,
    bank: banks.map(({ nameEn, nameAr }) => ({ en: nameEn, ar: nameAr })[language]),
  };
  return choices;
}

/** The workbook to fill in, with its lists to choose from and an example of each kind. */
export async function templateFile(
  { db }: BulkDeps,
  { merchantId }: Member,
  lang: Language,
): Promise<ExportFile> {
  const words = wordsFor(lang);
  const { text } = words;
  const choices = await choicesIn(db, merchantId, words);
  const { model: models = [], bank: banks = [], region: regions = [] } = choices;
  const examples = examplesIn(words, {
    model: models.includes(usualModel) ? usualModel : (models[0] ?? ''),
    bank: banks[0] ?? '',
    region: regions[0] ?? '',
  });
  const template: Template = {
    columns: bulkColumns.map((name) => ({
      name: text(`bulk:column.${name}`),
      letters: lettersOf(name),
      choices: choices[name] ?? [],
    })),
    sheets: [text('bulk:template.fill'), text('bulk:template.example')],
    examples: examples.map((example) => bulkColumns.map((name) => example[name] ?? '')),
    isRightToLeft: words.direction === 'rtl',
    rowsMax: bulkLimits.lines,
  };
  return {
    name: exportFileName(text('bulk:template.name'), 'xlsx'),
    mediaType: mediaTypes.xlsx,
    content: templateWorkbook(template),
  };
}
