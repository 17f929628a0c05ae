import type { FeeClaimLetter } from '@mizan/contract/fee-claims.ts';
import { isolated } from '../../platform/exports/safe-text.ts';
import type { Words } from '../../platform/words.ts';
import type { ClaimedRentRow, ClaimFigures, SaidOfClaim } from './claim-said.ts';

/** The letter about rents and monthly fees, in one language. */
export function rentLetter(
  { said, figures }: { said: SaidOfClaim; figures: ClaimFigures },
  words: Words,
): FeeClaimLetter {
  const { text, amount, number } = words;
  const { bank, rents = [] } = said;
  const money = text('fees:letter.money', {
    amount: amount(figures.claimedMinor),
    currency: text(`units:currency.${figures.currency}`),
  });
  const lines = rents.reduce((sum, { lineCount }) => sum + lineCount, 0);
  return {
    title: text('fees:rentLetter.title', { amount: money }),
    paragraphs: [
      text('fees:letter.to', { bank: isolated({ en: bank.nameEn, ar: bank.nameAr }[words.language]) }),
      ...rents.map((row) => rowText(row, words)),
      bank.iban === null
        ? text('fees:rentLetter.ask', { amount: money })
        : text('fees:rentLetter.askIban', { amount: money, iban: isolated(bank.iban) }),
      text('fees:rentLetter.restsOn', { lines: number(lines) }),
    ],
  };
}

/** 'Terminal 61000001, November 2026, rent: charged …, agreed …'. */
function rowText(row: ClaimedRentRow, { text, amount, number, month }: Words): string {
  const said = text(`fees:rentLetter.${row.finding}`, {
    terminal: isolated(row.tid ?? ''),
    month: month(row.month),
    kind: text(`fees:rent.kind.${row.kind}`),
    lines: number(row.lineCount),
    charged: amount(row.chargedMinor),
    agreed: amount(row.agreedMinor ?? 0),
    more: amount(row.differenceMinor),
  });
  if (row.overMinor === row.differenceMinor) return said;
  return `${said} ${text('fees:rentLetter.rest', { rest: amount(row.overMinor) })}`;
}
