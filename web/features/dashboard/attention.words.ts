import { fileBankIn } from '@mizan/contract/bank-names.ts';
import type { Dashboard } from '@mizan/contract/dashboard.ts';
import type { TFunction } from 'i18next';
import {
  currencyKey,
  formatAmount,
  formatDay,
  formatDayRange,
  formatRelative,
  formatWholePercent,
} from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';

type Item = Dashboard['attention'][number];
type File = NonNullable<Item['file']>;

/** What an entry of 'needs your action' says: a bank file by its bank, its days and what is to be claimed. */
export function attentionWords(
  item: Item,
  t: TFunction,
  { mayDecide }: { mayDecide: boolean },
): { title: string; help: string; action: string } {
  const facts = {
    amount: item.amountMinor === null ? '' : formatAmount(item.amountMinor),
    tid: item.tid ?? '',
    percent: item.value === null ? '' : formatWholePercent(item.value),
    time: item.at === null ? '' : formatRelative(item.at),
    count: item.value ?? 0,
    ...(item.file ? fileFacts(item.file, t) : {}),
  };
  const key = `dashboard:attention.${item.kind}`;
  return {
    title: t(`${key}.${item.file ? fileTitle(item.kind, item.file) : 'title'}`, facts),
    help: t(`${key}.help`, facts),
    action: t(`${key}.${item.kind === 'OPEN_REVIEW' && !mayDecide ? 'look' : 'action'}`),
  };
}

const claims = ({ toClaim }: File) => toClaim.filter(({ amountMinor }) => amountMinor > 0);

/** Riyals go without their name; amounts of several currencies are never added up. */
const fileFacts = (file: File, t: TFunction) => ({
  bank: fileBankIn(language, file) || file.fileName,
  days: daysText(file),
  claim: claims(file)
    .map(({ currency, amountMinor }) =>
      formatAmount(amountMinor, currency === 'SAR' ? {} : { currency: t(currencyKey(currency)) }),
    )
    .join(' + '),
});

const daysText = ({ firstDay, lastDay }: File): string => {
  if (firstDay === null || lastDay === null) return '';
  return firstDay === lastDay ? formatDay(firstDay) : formatDayRange(firstDay, lastDay);
};

function fileTitle(kind: Item['kind'], file: File): 'title' | 'noDays' | 'noClaim' {
  if (kind === 'WAITING_FILE') return 'title';
  if (file.firstDay === null) return 'noDays';
  return claims(file).length === 0 ? 'noClaim' : 'title';
}
