import type { Verified } from './features/settlement/statements/verify-file.service.ts';

/** What the command ends with: a script tells the three apart. */
export const exitCodes = {
  UNCHANGED: 0,
  CHANGED: 1,
  RECORD_BROKEN: 1,
  NOT_OURS: 3,
} as const satisfies Record<Verified['kind'], number>;

const whyNotOurs = {
  noCode: 'it carries no code of a statement',
  unknownCode: 'its code is of no statement on record here',
  tooLarge: 'it is larger than any statement',
} as const;

/** One or two lines for whoever asked about a file. */
export function verifiedText(name: string, verified: Verified): string {
  switch (verified.kind) {
    case 'UNCHANGED': {
      const { summary, file } = verified;
      return (
        `${name}: unchanged, statement ${summary.number} of ${summary.merchant.nameEn}, ${summary.from} to ${summary.to}, ` +
        `made ${summary.madeAt} by ${summary.madeByName} (${file.format}, ${file.language})`
      );
    }
    case 'CHANGED':
      return `${name}: CHANGED since statement ${verified.summary.number} was made\n  ${verified.parts.join('\n  ')}`;
    case 'RECORD_BROKEN':
      return `${name}: NOT PROVEN, the record of its statement is not what this installation sealed with its secret`;
    case 'NOT_OURS':
      return `${name}: NOT OURS, ${whyNotOurs[verified.why]}`;
  }
}
