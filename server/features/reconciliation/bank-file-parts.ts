import type { ConfirmedPart, FilePart, PartQuestion } from '@mizan/contract/bank-file-part.ts';
import { schemeNames } from '@mizan/contract/reconciliation-terms.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InspectedFile } from '../../reconciliation/inspect-bank-file.ts';
import { type JobPart, type PartFile, unconfirmedPart } from '../../reconciliation/judge/coverage-job.ts';
import { epochDayOfIso } from '../../reconciliation/normalise/date-text.ts';
import {
  type PartFileRecord,
  type PartRecord,
  selectNameOfPart,
  selectPartFiles,
  selectPartOfFile,
  selectParts,
  selectTids,
} from './bank-file-parts.queries.ts';

/**
 * The parts that a file may be of, with their other files, as the engine is given them: the one that it is of, else those of
 * its layout. Where nobody has confirmed a part, all files of the bank's name are one, which opens where the first of them
 * did, or what was said of this file alone. `layoutId` is that of a layout which is about to be taken for the file, `bankName`
 * the name that it is about to have.
 */
export async function partsOf(
  tx: Tx,
  bankFileId: string,
  { layoutId, bankName }: { layoutId?: string; bankName?: string | undefined } = {},
): Promise<JobPart[]> {
  const own = await selectPartOfFile(tx, bankFileId);
  const ofLayout = await selectParts(tx, layoutId ?? own?.layoutId ?? null);
  const parts = own?.partId ? ofLayout.filter(({ id }) => id === own.partId) : ofLayout;
  if (parts.length > 0) {
    const all = await withFiles(tx, bankFileId, parts);
    return own?.partId ? all.map((part) => ({ ...part, isSaid: true })) : all;
  }
  if (own?.said && !own.layoutId) return [await jobPartOf(tx, bankFileId, null, own.said)];
  const files = await selectPartFiles(tx, bankFileId, [], { tids: null, schemes: null, bankName });
  const openings = files.flatMap(({ coverage }) => (coverage?.opensAt ? [Date.parse(coverage.opensAt)] : []));
  const openingMs = openings.length > 0 ? Math.min(...openings) : null;
  return [{ ...unconfirmedPart, openingMs, files: files.map(partFileOf) }];
}

async function withFiles(tx: Tx, bankFileId: string, parts: readonly PartRecord[]): Promise<JobPart[]> {
  const ids = parts.map(({ id }) => id);
  const files = await selectPartFiles(tx, bankFileId, ids);
  return parts.map(({ id, bankId, tids, schemes, openingMs, closingMinute }) => {
    const own = files.filter(({ partId }) => partId === id);
    return {
      id,
      bankId,
      tids,
      schemes,
      closingMinute,
      openingMs: openingWith(own, openingMs),
      files: own.map(partFileOf),
    };
  });
}

/** A file that came later and is older than all that was confirmed opens the part where it begins itself. */
function openingWith(files: readonly PartFileRecord[], openingMs: number): number {
  const older = files.flatMap(({ newestLineMs, coverage }) =>
    newestLineMs < openingMs && coverage?.opensAt ? [Date.parse(coverage.opensAt)] : [],
  );
  return Math.min(openingMs, ...older);
}

/** What a person says that a file holds, as the engine is given it. */
export async function jobPartOf(
  tx: Tx,
  bankFileId: string,
  layoutId: string | null,
  said: FilePart,
  bankName?: string,
): Promise<JobPart> {
  const holds = await holdsOf(tx, said);
  const known = (await selectParts(tx, layoutId)).find(({ id }) => id === said.id);
  const files = await selectPartFiles(tx, bankFileId, known ? [known.id] : [], { ...holds, bankName });
  const openingMs = said.opensAt === null ? null : Date.parse(said.opensAt);
  return {
    id: known?.id ?? null,
    isSaid: true,
    bankId: known?.bankId ?? null,
    ...holds,
    openingMs: openingMs === null ? null : openingWith(known ? files : [], openingMs),
    closingMinute: said.closesMinute,
    files: files.map(partFileOf),
  };
}

/** The terminals and schemes that are not left out; null for all. */
export async function holdsOf(
  tx: Tx,
  { withoutTids, withoutSchemes }: Pick<FilePart, 'withoutTids' | 'withoutSchemes'>,
): Promise<Pick<JobPart, 'tids' | 'schemes'>> {
  return {
    tids:
      withoutTids.length === 0 ? null : (await selectTids(tx)).filter((tid) => !withoutTids.includes(tid)),
    schemes:
      withoutSchemes.length === 0 ? null : schemeNames.filter((name) => !withoutSchemes.includes(name)),
  };
}

/** What a confirmed part holds, said by what it leaves out. */
function confirmedPartOf(record: PartRecord, allTids: readonly string[]): ConfirmedPart {
  const { id, name, bankId, tids, schemes, openingMs, closingMinute } = record;
  return {
    id,
    name,
    bankId: bankId === null ? null : String(bankId),
    withoutTids: tids ? allTids.filter((tid) => !tids.includes(tid)) : [],
    withoutSchemes: schemes ? schemeNames.filter((scheme) => !schemes.includes(scheme)) : [],
    opensAt: new Date(openingMs).toISOString(),
    closesMinute: closingMinute,
    confirmedByName: record.confirmedByName,
    confirmedAt: record.confirmedAt.toISOString(),
    fileCount: record.fileCount,
  };
}

/** The confirmed parts of a layout as screens show them. */
export async function confirmedParts(tx: Tx, layoutId: string | null): Promise<ConfirmedPart[]> {
  const parts = await selectParts(tx, layoutId);
  if (parts.length === 0) return [];
  const tids = await selectTids(tx);
  return parts.map((part) => confirmedPartOf(part, tids));
}

/** What is proposed of the part of a file, or what a person may choose where that is asked. */
export interface ProposedPart {
  part: FilePart | null;
  partAsked: PartQuestion | null;
  partChoices: FilePart[];
}

/**
 * The part that a file is proposed to be: what was chosen, the only confirmed one that holds its lines or, where none is
 * confirmed, everything from the start of its oldest day. Where none or several hold them a person is asked: one of
 * them, widened to what the lines name, or a new one, which leaves out what the others hold and this file does not name.
 */
export function proposedPart(
  parts: readonly ConfirmedPart[],
  allTids: readonly string[],
  whole: InspectedFile | null,
  chosen: FilePart | null,
): ProposedPart {
  const said = (part: FilePart | null): ProposedPart => ({ part, partAsked: null, partChoices: [] });
  if (!whole) return said(chosen);
  const opensAt = whole.openingMs === null ? null : new Date(whole.openingMs).toISOString();
  if (chosen) return said({ ...chosen, opensAt: chosen.opensAt ?? opensAt });
  const fresh = { id: null, name: '', withoutTids: [], withoutSchemes: [], opensAt, closesMinute: null };
  if (parts.length === 0) return said(opensAt === null ? null : fresh);
  if (whole.holding === 1) {
    const own = parts.find(({ id }) => id === whole.partId);
    return said(own ? filePartOf(own) : null);
  }
  const named = new Set<string>([...whole.tids, ...whole.schemes]);
  const unnamed = <Value extends string>(values: readonly Value[]): Value[] =>
    values.filter((value) => !named.has(value));
  const isNone = whole.holding === 0;
  const isOfOthers = isNone && areOfOtherBanks(parts, whole);
  const widened = parts.map((part) => ({
    ...filePartOf(part),
    withoutTids: unnamed(part.withoutTids),
    withoutSchemes: unnamed(part.withoutSchemes),
  }));
  const added: FilePart = {
    ...fresh,
    withoutTids: unnamed(
      heldByOthers(
        parts.map((each) => each.withoutTids),
        allTids,
      ),
    ),
    withoutSchemes: unnamed(
      heldByOthers(
        parts.map((each) => each.withoutSchemes),
        schemeNames,
      ),
    ),
  };
  return {
    part: null,
    partAsked: isOfOthers ? 'otherBank' : isNone ? 'none' : 'several',
    partChoices: isNone ? [...widened, added] : widened,
  };
}

/** Whether none of a file's payments is of the bank of any of the parts. */
export const areOfOtherBanks = (
  parts: readonly { bankId: string | number | null }[],
  { bankIds }: Pick<InspectedFile, 'bankIds'>,
): boolean =>
  bankIds.some((id) => id !== 0) &&
  parts.every(({ bankId }) => bankId !== null && !bankIds.includes(Number(bankId)));

/** Parts of other banks than a file's that have no name are told by that of their bank. */
export async function namedByBank(tx: Tx, choices: readonly FilePart[]): Promise<FilePart[]> {
  const named: FilePart[] = [];
  for (const part of choices) {
    const name = part.id !== null && part.name === '' ? await selectNameOfPart(tx, part.id) : null;
    named.push(name === null ? part : { ...part, name });
  }
  return named;
}

/** What one of the parts that leave anything of a kind out does hold. */
function heldByOthers<Value extends string>(
  leftOut: readonly (readonly Value[])[],
  all: readonly Value[],
): Value[] {
  const telling = leftOut.filter((each) => each.length > 0);
  return all.filter((value) => telling.some((each) => !each.includes(value)));
}

const filePartOf = ({
  id,
  name,
  withoutTids,
  withoutSchemes,
  opensAt,
  closesMinute,
}: ConfirmedPart): FilePart => ({ id, name, withoutTids, withoutSchemes, opensAt, closesMinute });

const partFileOf = ({ bankFileId, newestLineMs, coverage }: PartFileRecord): PartFile => ({
  bankFileId,
  newestLineMs,
  settlement: coverage?.settlement
    ? {
        oldestDay: epochDayOfIso(coverage.settlement.oldestDay),
        newestDay: epochDayOfIso(coverage.settlement.newestDay),
      }
    : null,
  batches: coverage?.batches ?? [],
  stretches: (coverage?.withoutFile ?? []).map(({ tid, schemes, from, to }) => ({
    tid,
    schemes,
    fromMs: Date.parse(from),
    toMs: Date.parse(to),
  })),
});

/** From when on payments without a line belong to a file of these parts; null where none of them has begun. */
export function openSinceMs(parts: readonly JobPart[]): number | null {
  const openings = parts.flatMap(({ openingMs }) => (openingMs === null ? [] : [openingMs]));
  return openings.length > 0 ? Math.min(...openings) : null;
}
