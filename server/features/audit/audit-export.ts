import {
  type AuditFacts,
  actorRoleWord,
  type exportAuditEntries,
  type exportChangesOf,
} from '@mizan/contract/audit.ts';
import { inLanguage, isListed, wordedAs } from '@mizan/contract/fact-words.ts';
import type { Role } from '@mizan/contract/roles.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { bankOf } from '@mizan/contract/saudi-banks.ts';
import { listedTable, type NamedTable, pagesOf } from '../../platform/exports/listed-table.ts';
import { browserText } from '../../platform/http/browser-facts.ts';
import type { Principal } from '../../platform/http/call.ts';
import type { Reader, Words } from '../../platform/words.ts';
import { offeredPlaces } from '../districts/offered.service.ts';
import { type AuditDeps, entriesOf, filterOf, shown } from './audit.service.ts';
import {
  type After,
  countChangesOf,
  countEntries,
  type EntryRow,
  selectChangesOf,
} from './audit-list.queries.ts';

/** The audit log as a file: what each entry says, in the words of the screen. */

type Asked = Omit<RouteInput<typeof exportAuditEntries>['query'], 'format' | 'lang'>;
type Value = AuditFacts[string];

/** 'branchName 2' is the name of the second branch. */
function nameIn({ text, has }: Words, name: string): string {
  const [word = '', ...place] = name.split(' ');
  const key = `facts:${word.includes('.') ? 'part' : 'name'}.${word}`;
  return [has(key) ? text(key) : word, ...place].join(' ');
}

type Places = Awaited<ReturnType<typeof offeredPlaces>>;
/** By what an entry is told: the reader's words, and the places that forms keep by code or English name. */
interface Telling {
  words: Words;
  places: Places;
}

function placeIn(
  { regions, cities }: Places,
  name: string,
  value: string,
): { en: string; ar: string } | undefined {
  if (name === 'region') return regions.find(({ code }) => code === value);
  return name === 'city' ? cities.find(({ en }) => en === value) : undefined;
}

const dayShape = /^\d{4}-\d\d-\d\d$/;

function figureIn({ amount, percent, number }: Words, name: string, value: number): string {
  if (name.endsWith('Minor')) return amount(value);
  return name.endsWith('Bps') ? percent(value) : number(value);
}

function wordIn({ text, has }: Words, name: string, value: string): string {
  const word = `facts:word.${wordedAs(name)}.${value}`;
  return has(word) ? text(word) : value;
}

/** What names several things at once, each in its words; null of what is one thing. */
function listIn(words: Words, name: string, value: string): string[] | null {
  const each = value.split(', ');
  if (name === 'fields') return each.map((field) => nameIn(words, field));
  return isListed(name) ? each.map((one) => wordIn(words, name, one)) : null;
}

function valueIn({ words, places }: Telling, name: string, value: Value): string {
  const { text, moment, day, language } = words;
  if (value === null) return '';
  if (typeof value === 'boolean') return text(value ? 'facts:yes' : 'facts:no');
  if (typeof value === 'number') return figureIn(words, name, value);
  if (name.endsWith('At') && !Number.isNaN(Date.parse(value))) return moment(new Date(value));
  if (dayShape.test(value)) return day(value);
  if (name === 'bank') return bankOf(value)?.[language] ?? value;
  const place = placeIn(places, name, value);
  if (place) return place[language];
  return listIn(words, name, value)?.join(text('facts:comma')) ?? wordIn(words, name, value);
}

/** 'Status: active; Name: Olaya', one fact after the other. */
const factsIn = (telling: Telling, facts: AuditFacts | null): string =>
  Object.entries(inLanguage(facts, telling.words.language) ?? {})
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) =>
      telling.words.text('facts:part.pair', {
        name: nameIn(telling.words, name),
        value: valueIn(telling, name, value),
      }),
    )
    .join('; ');

/** The entries of a filter, newest first. @throws Failure 'badRequest' where the days are no window */
export async function auditTable(
  deps: AuditDeps,
  { merchantId, role }: Pick<Principal, 'merchantId' | 'role'>,
  asked: Asked,
  reader: Reader,
): Promise<NamedTable> {
  const { db, clock } = deps;
  const filter = filterOf(asked, clock.now());
  const ask = entriesOf(db, merchantId);
  const rowsTotal = await countEntries(db, merchantId, filter);
  return entriesTable(deps, (after, limit) => ask(filter, after, limit), {
    role,
    rowsTotal,
    reader,
    places: await offeredPlaces(db),
  });
}

/** Every entry about one row that administrators keep, newest first. */
export async function changesTable(
  deps: AuditDeps,
  of: Omit<RouteInput<typeof exportChangesOf>['query'], 'format' | 'lang'>,
  reader: Reader,
): Promise<NamedTable> {
  const rowsTotal = await countChangesOf(deps.db, of);
  const ask = (after: After, limit: number) => selectChangesOf(deps.db, of, after, limit);
  return entriesTable(deps, ask, { role: 'ADMIN', rowsTotal, reader, places: await offeredPlaces(deps.db) });
}

interface Shown {
  role: Role;
  rowsTotal: number;
  reader: Reader;
  places: Places;
}

const entriesTable = (
  deps: AuditDeps,
  ask: (after: After, limit: number) => Promise<EntryRow[]>,
  { role, rowsTotal, reader, places }: Shown,
): NamedTable =>
  listedTable(deps, reader, {
    key: 'audit',
    columns: {
      at: { kind: 'text', letters: 18 },
      person: { kind: 'text', letters: 16 },
      role: { kind: 'text', letters: 10 },
      action: { kind: 'text', letters: 20 },
      about: { kind: 'text', letters: 14 },
      before: { kind: 'text', letters: 24 },
      after: { kind: 'text', letters: 24 },
      address: { kind: 'text', letters: 12 },
      device: { kind: 'text', letters: 14 },
    },
    cells: (row: EntryRow, words) => {
      const { text, moment } = words;
      const { before, after, ...of } = shown(row, role);
      return {
        at: moment(row.at),
        person:
          of.actorName ?? text(`audit:${of.subjectType === 'terminal' ? 'subjects.terminal' : 'nobody'}`),
        role: of.actorRole === null ? '' : text(actorRoleWord(of.actorRole)),
        action: text(`facts:title.${of.action}`),
        about:
          of.subjectType === null
            ? ''
            : `${text(`audit:subjects.${of.subjectType}`)} ${of.subjectId ?? ''}`.trim(),
        before: factsIn({ words, places }, before),
        after: factsIn({ words, places }, after),
        address: of.ipAddress ?? '',
        device: browserText(of),
      };
    },
    pages: pagesOf(async (after, limit) =>
      (await ask(after, limit)).map((row) => ({ ...row, createdAt: row.at })),
    ),
    rowsTotal,
  });
