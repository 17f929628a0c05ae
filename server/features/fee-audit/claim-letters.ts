import type { FeeClaimKind, FeeClaimLetter } from '@mizan/contract/fee-claims.ts';
import { type Words, wordsFor } from '../../platform/words.ts';
import { claimLetter } from './claim-letter.ts';
import type { ClaimFigures, SaidOfClaim } from './claim-said.ts';
import { missingLetter } from './missing-letter.ts';
import { rentLetter } from './rent-letter.ts';

type Said = { said: SaidOfClaim; figures: ClaimFigures };

const letters = { FEES: claimLetter, MISSING: missingLetter, RENTS: rentLetter } as const;

/** The letter of a claim, by what it asks for. */
export const letterOf = (kind: FeeClaimKind, of: Said, words: Words): FeeClaimLetter =>
  letters[kind](of, words);

export const lettersOf = (kind: FeeClaimKind, of: Said) => ({
  en: letterOf(kind, of, wordsFor('en')),
  ar: letterOf(kind, of, wordsFor('ar')),
});
