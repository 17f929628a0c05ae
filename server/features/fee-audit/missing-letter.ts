import type { FeeClaimLetter } from '@mizan/contract/fee-claims.ts';
import { isolated } from '../../platform/exports/safe-text.ts';
import type { Words } from '../../platform/words.ts';
import type { ClaimFigures, SaidOfClaim } from './claim-said.ts';

/** The letter to a bank that did not pay, in one language. It says what no file has, and not why. */
export function missingLetter(
  { said, figures }: { said: SaidOfClaim; figures: ClaimFigures },
  words: Words,
): FeeClaimLetter {
  const { text, amount, number, day } = words;
  const { bank, missing = [], files } = said;
  const money = text('fees:letter.money', {
    amount: amount(figures.claimedMinor),
    currency: text(`units:currency.${figures.currency}`),
  });
  return {
    title: text('fees:missingLetter.title', { amount: money }),
    paragraphs: [
      text('fees:letter.to', { bank: isolated({ en: bank.nameEn, ar: bank.nameAr }[words.language]) }),
      text('fees:missingLetter.head'),
      ...missing.map((group) =>
        text(`fees:missingLetter.${group.firstDay === group.lastDay ? 'groupOfDay' : 'group'}`, {
          card: text(`transactions:scheme.${group.scheme.toLowerCase()}`),
          from: day(group.firstDay),
          to: day(group.lastDay),
          due: day(group.dueDay),
          count: number(group.count),
          gross: amount(group.grossMinor),
          charges: amount(group.feeMinor + group.vatMinor),
          net: amount(group.netMinor),
        }),
      ),
      bank.iban === null
        ? text('fees:missingLetter.ask', { amount: money })
        : text('fees:missingLetter.askIban', { amount: money, iban: isolated(bank.iban) }),
      text('fees:missingLetter.restsOn', { lines: number(figures.count) }),
      ...(files.length === 0 ? [] : [text('fees:missingLetter.files', { files: number(files.length) })]),
    ],
  };
}
