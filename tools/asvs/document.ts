/** One row of the tables of docs/asvs.md. */
export interface Row {
  number: string;
  /** Files of ours that the row names as what meets the requirement. */
  files: string[];
  /** Tests that fail when the control is removed. */
  proofs: { file: string; title: string }[];
  /** Why it does not apply. */
  reason: string | null;
  /** Sections of this document, or other documents, that a requirement for documentation is met by. */
  links: string[];
  /** Not met, or not wholly, on purpose: 'Decided otherwise' says why. */
  isOtherwise: boolean;
}

const rowShape = /^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]*) \| ([^|]+) \|$/gm;
const proofShape = /`([^`]+\.(?:test\.tsx?|e2e\.ts))` › (.+)/;

function readRow([, number = '', , how = '', proof = '']: RegExpMatchArray): Row {
  const parts = proof.split('<br>').map((part) => part.trim());
  const proofs = parts.flatMap((part) => {
    const found = proofShape.exec(part);
    return found ? [{ file: found[1] ?? '', title: found[2]?.trim() ?? '' }] : [];
  });
  const reason = parts.find((part) => part.startsWith('n/a: '))?.slice('n/a: '.length) ?? null;
  return {
    number,
    files: [...how.matchAll(/`([\w./-]+\.(?:ts|tsx|sql|json|html|md))`/g)].map((match) => match[1] ?? ''),
    proofs,
    reason: reason === '' ? null : reason,
    links: [...`${how} ${proof}`.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? ''),
    isOtherwise: parts.some((part) => part.startsWith('otherwise: ')),
  };
}

/** The rows of every table whose first column is a requirement's number. */
export const readRows = (text: string): Row[] => [...text.matchAll(rowShape)].map(readRow);

/** 'Decided otherwise' is pointed at as '#decided-otherwise'. */
export const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
