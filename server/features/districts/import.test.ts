import * as xlsx from '@e965/xlsx';
import { exportChangesOf, listChangesOf } from '@mizan/contract/audit.ts';
import * as files from '@mizan/contract/district-import.ts';
import * as contract from '@mizan/contract/districts.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';

const portal = await testPortal();
const { db, clock } = portal;
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);
const as = { token: await portal.tokenOf(admin?.id ?? '') };

const head = 'Kind,Region,City,Name in English,Name in Arabic,Status';
const csv = (...lines: string[]): Buffer => Buffer.from([head, ...lines].join('\n'));
const preview = async (body: Buffer, fileName = 'places.csv') => {
  const answer = await portal.call(files.previewPlaces, { query: { fileName }, body }, as);
  expect(answer.statusCode).toBe(200);
  return answer.json<files.PlacePreview>();
};
const write = (body: Buffer, seen: string, fileName = 'places.csv') =>
  portal.call(files.importPlaces, { query: { fileName, seen }, body }, as);
const verdicts = ({ lines }: files.PlacePreview) => lines.map(({ verdict }) => verdict);
const placesCount = async () =>
  (await platformRows<{ count: number }>(db, 'SELECT count(*) FROM places'))[0]?.count;
const idOf = async (nameEn: string) => {
  const text = 'SELECT id::text FROM places WHERE name_en = $1';
  const [place] = await platformRows<{ id: string }>(db, text, [nameEn]);
  return place?.id ?? '';
};
const recordOf = async (nameEn: string) => {
  const answer = await portal.call(listChangesOf, { query: { type: 'place', id: await idOf(nameEn) } }, as);
  return answer.json<RouteOutput<typeof listChangesOf>>().rows;
};
const factsOf = (action: string) =>
  platformRows<{ after: unknown }>(db, 'SELECT after FROM audit_entries WHERE action = $1', [action]);

const file = csv(
  'District,SA-01,Trial City,Al Waha,حي الواحة,',
  'City,Riyadh,,Trial City,مدينة التجربة,Active',
  'الحي,,مدينة التجربة,An Nakhil,حي النخيل,غير نشط',
);

test('a file is seen before anything is written; written once, the same file changes nothing', async () => {
  const before = await placesCount();
  const first = await preview(file);
  expect(verdicts(first)).toEqual(['NEW', 'NEW', 'NEW']);
  expect(await placesCount()).toBe(before);
  expect((await write(file, first.seen)).json()).toEqual({ added: 3, changed: 0 });
  expect(await placesCount()).toBe((before ?? 0) + 3);
  expect(await factsOf('districts.imported')).toEqual([
    { after: { fileName: 'places.csv', added: 3, changed: 0 } },
  ]);
  const again = await preview(file);
  expect(verdicts(again)).toEqual(['SAME', 'SAME', 'SAME']);
  expect((await write(file, again.seen)).json()).toEqual({ added: 0, changed: 0 });
  expect(await placesCount()).toBe((before ?? 0) + 3);
  expect(await factsOf('districts.imported')).toHaveLength(1);
  const [nakhil] = await platformRows<{ status: string; city: string }>(
    db,
    `SELECT p.status, up.name_en AS city FROM places p JOIN places up ON up.id = p.parent_id WHERE p.name_en = 'An Nakhil'`,
  );
  expect(nakhil).toEqual({ status: 'INACTIVE', city: 'Trial City' });
});

test('the record of a place that a file brought says so: of which file, by whom, and of no other place', async () => {
  const brought = {
    action: 'districts.imported',
    actorName: 'Huda Al-Faisal',
    after: { fileName: 'places.csv', added: 3, changed: 0 },
  };
  for (const name of ['Trial City', 'Al Waha', 'An Nakhil']) {
    expect(await recordOf(name)).toMatchObject([brought]);
  }
  expect(await recordOf('Jeddah')).toEqual([]);
  const query = { type: 'place', id: await idOf('Al Waha'), format: 'csv' } as const;
  expect((await portal.call(exportChangesOf, { query }, as)).body).toContain('places.csv');
});

test('another name in one language is a rename that says what was, in the record of the place too', async () => {
  clock.advance(1000);
  const renamed = csv('City,SA-01,,Trial Town,مدينة التجربة,Inactive');
  const seen = await preview(renamed);
  expect(seen.lines[0]).toMatchObject({
    verdict: 'CHANGED',
    changes: [
      { field: 'nameEn', was: 'Trial City', now: 'Trial Town' },
      { field: 'status', was: 'ACTIVE', now: 'INACTIVE' },
    ],
  });
  expect((await write(renamed, seen.seen)).json()).toEqual({ added: 0, changed: 1 });
  const said = (await recordOf('Trial Town')).map(({ action, after }) => [action, after?.['fileName']]);
  expect(said).toEqual([
    ['districts.deactivated', 'places.csv'],
    ['districts.renamed', 'places.csv'],
    ['districts.imported', 'places.csv'],
  ]);
});

test('what cannot be read is refused with its line and why, and the other lines are written without it', async () => {
  const mixed = csv(
    'Village,SA-01,,One,واحد,',
    'City,Riyad,,Two,اثنان,',
    'City,SA-01,,Jeddah,جدة التجربة,',
    'District,,Nowhere,Three,ثلاثة,',
    'City,SA-02,,Four,,',
    'City,SA-02,,Five,خمسة,',
    'City,SA-02,,five,خمسة أخرى,',
    'Region,SA-02,,Makkah,منطقة مكة المكرمة,Inactive',
    'District,,Two,Six,ستة,',
    'District,SA-02,Jeddah,Seven,سبعة,perhaps',
    'District,,jedda,Eight,ثمانية,',
  );
  const seen = await preview(mixed);
  const said = seen.lines.map(
    ({ line, problem }) => problem && [line, problem.field, problem.code, problem.nearest],
  );
  expect(said).toEqual([
    [2, 'kind', 'unknown', null],
    [3, 'region', 'unknown', 'Riyadh'],
    [4, 'nameEn', 'taken', null],
    [5, 'city', 'reference', null],
    [6, 'nameAr', 'missing', null],
    null,
    [8, 'nameEn', 'twice', null],
    [9, 'status', 'fixed', null],
    [10, 'city', 'referenceRejected', null],
    [11, 'status', 'unknown', null],
    [12, 'city', 'reference', 'Jeddah'],
  ]);
  expect((await write(mixed, seen.seen)).json()).toEqual({ added: 1, changed: 0 });
});

test('a kind is read with or without its article; of a slip the nearest word is offered', async () => {
  const seen = await preview(
    csv(
      'حي,منطقة الرياض,الرياض,Without Article,حي بلا أداة,نشط',
      'مدينة,منطقة الرياض,,Article City,مدينة الأداة,',
      'مدينه,منطقة الرياض,,Slip City,مدينة الزلة,',
      'حي,منطقة الرياض,الرياض,Slip District,حي الزلة,نشيط',
    ),
  );
  expect(seen.lines.map(({ verdict, problem }) => [verdict, problem?.nearest ?? null])).toEqual([
    ['NEW', null],
    ['NEW', null],
    ['REJECTED', 'مدينة'],
    ['REJECTED', 'نشط'],
  ]);
});

test('409: places that changed since the file was seen are not written over', async () => {
  const stale = csv('District,SA-02,Jeddah,Late,حي متأخر,');
  const { seen } = await preview(stale);
  const [jeddah] = await platformRows<{ id: string }>(
    db,
    "SELECT id::text FROM places WHERE name_en = 'Jeddah'",
  );
  const added = { parentId: jeddah?.id ?? '', nameEn: 'Late', nameAr: 'حي متأخر' };
  expect((await portal.call(contract.addPlace, { body: added }, as)).statusCode).toBe(201);
  expect((await write(stale, seen)).statusCode).toBe(409);
  // Seen as one that is offered, and sent as one that is not.
  const active = await preview(csv('District,SA-02,Jeddah,Apart,حي منفصل,Active'));
  const inactive = csv('District,SA-02,Jeddah,Apart,حي منفصل,Inactive');
  expect((await write(inactive, active.seen)).statusCode).toBe(409);
  expect((await preview(inactive)).lines[0]?.changes).toEqual([
    { field: 'status', was: '', now: 'INACTIVE' },
  ]);
  const other = csv('District,SA-02,Jeddah,Other,حي آخر,');
  expect((await write(other, seen)).statusCode).toBe(409);
});

test('marks that nobody sees, and the stroke within an Arabic word, make no other place of one', async () => {
  const marked = csv('District,منطقة مكة المكرمة\u200f,جـدة\u200f,Marked,\u200fحي العلامات\u200f,');
  const seen = await preview(marked);
  expect(seen.lines[0]).toMatchObject({ verdict: 'NEW', nameAr: 'حي العلامات', problem: null });
  expect((await write(marked, seen.seen)).json()).toEqual({ added: 1, changed: 0 });
  expect(verdicts(await preview(csv('District,SA-02,Jeddah,Marked,حي العلامات,')))).toEqual(['SAME']);
  expect(verdicts(await preview(marked))).toEqual(['SAME']);
});

test('a list that is saved, and the template, are read as they are', async () => {
  for (const lang of ['en', 'ar'] as const) {
    for (const kind of contract.placeKinds) {
      const saved = await portal.call(contract.exportPlaces, { query: { kind, format: 'xlsx', lang } }, as);
      const { lines } = await preview(saved.rawPayload, 'places.xlsx');
      expect(new Set(lines.map(({ verdict }) => verdict))).toEqual(new Set(['SAME']));
    }
    const template = await portal.call(files.downloadPlacesTemplate, { query: { lang } }, as);
    const { SheetNames, Sheets } = xlsx.read(template.rawPayload);
    const example = xlsx.utils.sheet_to_csv(Sheets[SheetNames[1] ?? ''] ?? {});
    expect(verdicts(await preview(Buffer.from(example)))).toEqual(['SAME', 'SAME', 'SAME']);
  }
});

test('no file but a table of places is read, and nobody but an administrator sends one', async () => {
  const send = (body: Buffer, fileName: string, token = as.token) =>
    portal.call(files.previewPlaces, { query: { fileName }, body }, { token });
  expect((await send(file, 'places.pdf')).json()).toMatchObject({ code: 'unreadableFile' });
  const unknown = await send(Buffer.from('Kind,Region,City,Population\nCity,SA-01,,7'), 'a.csv');
  expect(unknown.json()).toMatchObject({ details: { reason: 'unknownColumn', column: 'Population' } });
  const shop = await openShop(db, 1);
  const owner = await portal.tokenOf(shop.owner.userId);
  expect((await send(file, 'places.csv', owner)).statusCode).toBe(403);
});
