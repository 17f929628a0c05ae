import type { listRules, RuleForm } from '@mizan/contract/exception-rules.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { TFunction } from 'i18next';
import { formatAmount } from '../../../platform/formats.ts';
import { language } from '../../../platform/language.ts';
import { outcomeKey } from '../bank-file/outcome.words.ts';

export type RuleChoices = Pick<RouteOutput<typeof listRules>, 'people' | 'banks' | 'branches'>;

export const nameIn = ({ nameEn, nameAr }: { nameEn: string; nameAr: string }): string =>
  language === 'en' ? nameEn : nameAr;

/** All that must hold, one after the other. */
export function ruleConditions(
  t: TFunction,
  when: RuleForm['when'],
  { banks, branches }: RuleChoices,
): string {
  const bank = banks.find(({ id }) => id === when.bankId);
  const branch = branches.find(({ id }) => id === when.branchId);
  const { amount } = when;
  const ends = amount && {
    from: formatAmount(amount.fromMinor ?? 0),
    to: amount.toMinor === null ? '' : formatAmount(amount.toMinor),
    currency: amount.currency,
  };
  return [
    when.outcome && t(outcomeKey(when.outcome)),
    when.reason && t(`exceptions:rules.reason.${when.reason}`),
    when.bankId && (bank ? nameIn(bank) : `#${when.bankId}`),
    when.branchId && (branch ? nameIn(branch) : `#${when.branchId}`),
    when.tid && t('exceptions:rules.ofTerminal', { tid: when.tid }),
    amount && ends && t(`exceptions:rules.${amount.toMinor === null ? 'amountFrom' : 'amountBetween'}`, ends),
  ]
    .filter((each) => each !== null && each !== '')
    .join(t('reconciliation:absent.comma'));
}
