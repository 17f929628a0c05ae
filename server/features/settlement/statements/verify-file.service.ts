import { type Database, inPlatform } from '../../../platform/database/database.ts';
import { fileSeal, isSealedBy, openFigures, openSummary, type StatementSummary, sha256 } from './figures.ts';
import { codeIn, formatOf } from './file-contents.ts';
import {
  type StatementFile,
  selectByCode,
  selectByFile,
  selectFiles,
  selectOf,
} from './settlement-statements.queries.ts';
import { statementFile } from './settlement-statements.service.ts';
import { whatChanged } from './what-changed.ts';

/** Statements have some hundred KB; what is larger is none. */
export const verifiedBytesMax = 32 * 1024 * 1024;

/** What was found of a file. Only UNCHANGED speaks for it. */
export type Verified =
  | { kind: 'UNCHANGED'; summary: StatementSummary; file: StatementFile }
  | { kind: 'CHANGED'; summary: StatementSummary; parts: string[] }
  /** The record itself is not what this installation sealed. */
  | { kind: 'RECORD_BROKEN' }
  | { kind: 'NOT_OURS'; why: 'noCode' | 'unknownCode' | 'tooLarge' };

/** Whether a file is one that this installation made of a statement, byte for byte. */
export async function verifyFile(db: Database, secret: string, bytes: Buffer): Promise<Verified> {
  if (bytes.length > verifiedBytesMax) return { kind: 'NOT_OURS', why: 'tooLarge' };
  const hash = sha256(bytes);
  const format = formatOf(bytes);
  const found = await inPlatform(db, async (tx) => {
    const known = await selectByFile(tx, hash);
    const code = known ? null : await codeIn(bytes, format);
    const named = known ?? (code === null ? null : await selectByCode(tx, code));
    if (!named) return code === null ? ('noCode' as const) : ('unknownCode' as const);
    const statementId = 'statementId' in named ? named.statementId : named.id;
    const kept = await selectOf(tx, named.merchantId, statementId);
    return kept ? { kept, code, files: await selectFiles(tx, kept) } : ('unknownCode' as const);
  });
  if (typeof found === 'string') return { kind: 'NOT_OURS', why: found };
  const { kept, code, files } = found;
  const summary = openSummary(kept, secret);
  const figures = openFigures(kept, secret);
  if (!summary || !figures || (code !== null && summary.code !== code)) return { kind: 'RECORD_BROKEN' };
  const isOurs = (file: StatementFile): boolean =>
    isSealedBy(fileSeal(secret, summary.code, file.format, file.sha256), file.seal);
  const same = files.find((file) => file.sha256.equals(hash));
  if (same) return isOurs(same) ? { kind: 'UNCHANGED', summary, file: same } : { kind: 'RECORD_BROKEN' };
  // The one that was made in each language and calendar: what differs least is what it was.
  const held: { parts: string[]; apart: number }[] = [];
  for (const { language: lang, calendar } of files.filter((file) => file.format === format && isOurs(file))) {
    const made = await statementFile(figures, kept.figures, { format, lang, calendar });
    const parts = await whatChanged(bytes, made.bytes, format, figures);
    // Of a PDF the figures are the same in each language: its size tells which it was.
    const apart = format === 'pdf' ? Math.abs(made.bytes.length - bytes.length) : parts.join().length;
    held.push({ parts, apart });
  }
  const nearest = held.toSorted((a, b) => a.apart - b.apart)[0];
  return {
    kind: 'CHANGED',
    summary,
    parts: nearest?.parts ?? [`no ${format} file was made of this statement`],
  };
}
