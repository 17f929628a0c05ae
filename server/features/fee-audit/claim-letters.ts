import type { FeeClaimKind, FeeClaimLetter } from '@mizan/contract/fee-claims.ts';
import type { CalendarChoice } from '@mizan/contract/preferences.ts';
import type { Words } from '../../platform/words.ts';
import { claimLetter } from './claim-letter.ts';
import type { ClaimFigures, SaidOfClaim } from './claim-said.ts';
import { letterWords } from './letter-words.ts';
import { missingLetter } from './missing-letter.ts';
import { rentLetter } from './rent-letter.ts';

type Said = { said: SaidOfClaim; figures: ClaimFigures };

const letters = { FEES: claimLetter, MISSING: missingLetter, RENTS: rentLetter } as const;

/** The letter of a claim, by what it asks for. */
export const letterOf = (kind: FeeClaimKind, of: Said, words: Words): FeeClaimLetter =>
  letters[kind](of, words);

/** In both languages, with its days in the calendar of whoever looks at it. */
export const lettersOf = (kind: FeeClaimKind, of: Said, calendar: CalendarChoice) => ({
  en: letterOf(kind, of, letterWords('en', calendar)),
  ar: letterOf(kind, of, letterWords('ar', calendar)),
});
