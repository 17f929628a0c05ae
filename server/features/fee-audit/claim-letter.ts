import type { AuditRate, FeeCause, FeeClaimGroup } from '@mizan/contract/fee-audit.ts';
import type { FeeClaimLetter } from '@mizan/contract/fee-claims.ts';
import { isolated } from '../../platform/exports/safe-text.ts';
import type { Words } from '../../platform/words.ts';
import type { ClaimFigures, SaidOfClaim } from './claim-said.ts';

/** The letter to the bank as it stands on the screen and on paper, in one language. */
export function claimLetter(
  { said, figures }: { said: SaidOfClaim; figures: ClaimFigures },
  words: Words,
): FeeClaimLetter {
  const { text, amount, number } = words;
  const { bank, groups } = said;
  const money = (minor: number): string =>
    text('fees:letter.money', {
      amount: amount(minor),
      currency: text(`units:currency.${figures.currency}`),
    });
  return {
    title: text('fees:letter.title', { amount: money(figures.claimedMinor) }),
    paragraphs: [
      text('fees:letter.to', { bank: isolated({ en: bank.nameEn, ar: bank.nameAr }[words.language]) }),
      ...groups.map((group) => groupText(group, words)),
      ...(figures.feeMinor === null || figures.vatMinor === null
        ? []
        : [
            text('fees:letter.parts', {
              fee: amount(figures.feeMinor),
              vat: amount(figures.vatMinor),
              sum: money(figures.claimedMinor),
            }),
          ]),
      bank.iban === null
        ? text('fees:letter.ask', { amount: money(figures.claimedMinor) })
        : text('fees:letter.askIban', {
            amount: money(figures.claimedMinor),
            iban: isolated(bank.iban),
          }),
      text('fees:letter.restsOn', { lines: number(figures.count), files: number(said.files.length) }),
    ],
  };
}

/** 'Visa, Nov 9 to Nov 10, 2026, 2 transactions: charged …, agreed …'. */
function groupText(group: FeeClaimGroup, words: Words): string {
  const { text, amount, number, day } = words;
  return text(`fees:letter.${group.firstDay === group.lastDay ? 'groupOfDay' : 'group'}`, {
    card: text(`transactions:scheme.${group.scheme.toLowerCase()}`),
    from: day(group.firstDay),
    to: day(group.lastDay),
    count: number(group.count),
    charged: amount(group.chargedMinor),
    agreed: amount(group.agreedMinor),
    more: amount(group.differenceMinor),
    cause: causeSentence(group.cause, group.rate, words),
    rate: group.rate ? rateSentence(group.rate, words) : '',
  });
}

/** '2.00% + 0.25' */
function rateText(
  {
    mdrBps,
    capLimitMinor,
    processingFeeMinor,
  }: Pick<AuditRate, 'mdrBps' | 'capLimitMinor' | 'processingFeeMinor'>,
  { text, amount }: Words,
): string {
  return [
    text('fees:letter.percent', { percent: amount(mdrBps) }),
    ...(capLimitMinor === null ? [] : [text('fees:cap', { amount: amount(capLimitMinor) })]),
    ...(processingFeeMinor > 0 ? [text('fees:plus', { amount: amount(processingFeeMinor) })] : []),
  ].join(' ');
}

function rateSentence(rate: AuditRate, words: Words): string {
  const { text, day } = words;
  const terms = rateText(rate, words);
  if (rate.validFrom === null) return text('fees:letter.ratePublished', { rate: terms });
  return text('fees:letter.rate', {
    rate: terms,
    from: day(rate.validFrom),
    entered: day(rate.enteredOn ?? rate.validFrom),
  });
}

/** What gives the charged figures, in the words of the screen; nothing where nothing does. */
function causeSentence(cause: FeeCause, agreed: AuditRate | null, words: Words): string {
  const { text, amount, day } = words;
  const { kind, rate, takenMinor } = cause;
  if (kind === 'otherRate' && rate) {
    const taken = rateText(rate, words);
    if (rate.validFrom === null) return text('fees:cause.publishedRate', { taken });
    const isOlder = rate.validTo !== null && (agreed?.validFrom ?? '9999') > rate.validTo;
    return isOlder
      ? text('fees:cause.olderRate', { taken, day: day(rate.validTo ?? rate.validFrom) })
      : text('fees:cause.laterRate', { taken, day: day(rate.validFrom) });
  }
  if (kind === 'vatBase') return text(`fees:cause.vatBase.${cause.vatBase ?? 'beforeCap'}`);
  const agreedMinor = kind === 'processingFee' ? agreed?.processingFeeMinor : agreed?.capLimitMinor;
  return text(`fees:cause.${kind}`, { taken: amount(takenMinor ?? 0), agreed: amount(agreedMinor ?? 0) });
}
