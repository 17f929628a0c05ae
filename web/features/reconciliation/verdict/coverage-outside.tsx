import { Button } from '@mantine/core';
import type { BankFileResult } from '@mizan/contract/reconciliation.ts';
import {
  paymentsOfException,
  paymentsOfStretch,
  paymentsOutside,
  type VerdictPayments,
} from '@mizan/contract/verdict-payments.ts';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatDay, formatNumber } from '../../../platform/formats.ts';
import { LiveSum, useTerminalIds } from '../bank-file/live-sum.tsx';
import classes from './coverage-statement.module.css';
import { StatementRow } from './coverage-statement.tsx';

type Coverage = NonNullable<BankFileResult['coverage']>;
type Sum = Coverage['beforeFirstFile'][number];

/** The sums of one currency each, in the order in which they come. */
function byCurrency(sums: readonly Sum[]): Sum[] {
  const found: Sum[] = [];
  for (const { currency, count, amountMinor } of sums) {
    const known = found.find((each) => each.currency === currency);
    if (known)
      Object.assign(known, { count: known.count + count, amountMinor: known.amountMinor + amountMinor });
    else found.push({ currency, count, amountMinor });
  }
  return found;
}

/** The money that the verdict is not about: after it, for shorter covered places, without a file, before the first. */
export function Outside({ coverage }: { coverage: Coverage }) {
  const { t } = useTranslation(['reconciliation', 'transactions']);
  const ids = useTerminalIds();
  const firstDue = coverage.after.flatMap(({ dueDay }) => dueDay ?? []).sort()[0];
  const shorter = coverage.exceptions.map((place) => ({
    name: placeName(t, { ...place, schemes: [place.scheme] }),
    judged: place,
    filter: paymentsOfException(coverage, place, ids),
  }));
  const without = coverage.withoutFile.flatMap((stretch) =>
    stretch.sums.map((judged) => ({
      name: placeName(t, stretch),
      judged,
      filter: paymentsOfStretch(coverage, stretch, judged.currency, ids),
    })),
  );
  return (
    <>
      {byCurrency(coverage.after).map((judged) => (
        <StatementRow key={judged.currency} name={t('reconciliation:covered.after')}>
          <LiveSum
            filter={paymentsOutside(coverage, 'after', judged.currency, ids)}
            judged={judged}
            note={firstDue && t('reconciliation:covered.afterNote', { day: formatDay(firstDue) })}
          />
        </StatementRow>
      ))}
      <Places name={t('reconciliation:covered.shorter')} places={shorter} />
      <Places name={t('reconciliation:covered.withoutFile')} places={without} />
      {byCurrency(coverage.beforeFirstFile).map((judged) => (
        <StatementRow key={judged.currency} name={t('reconciliation:covered.before')}>
          <LiveSum filter={paymentsOutside(coverage, 'before', judged.currency, ids)} judged={judged} />
        </StatementRow>
      ))}
    </>
  );
}

interface PlaceSum {
  name: string;
  judged: Sum;
  filter: VerdictPayments | null;
}

/** '88501609, Visa, from Nov 18, 10:04 PM' */
function placeName(
  t: TFunction,
  { tid, schemes, from, to }: { tid: string; schemes: readonly string[]; from?: string; to: string | null },
): string {
  const cards = schemes.map((scheme) => t(`transactions:scheme.${scheme.toLowerCase()}`));
  const span = from && to && `${formatDateTime(from)} – ${formatDateTime(to)}`;
  const until = !from && to && t('reconciliation:covered.until', { time: formatDateTime(to) });
  return [tid, ...cards, span || until].filter(Boolean).join(t('reconciliation:absent.comma'));
}

/** So many stand there at a time: each asks what has come of it since. */
const placesAtOnce = 20;

/** Their number opens them one by one, and each of them its payments. */
function Places({ name, places }: { name: string; places: readonly PlaceSum[] }) {
  const { t } = useTranslation(['reconciliation', 'common']);
  const [shown, setShown] = useState(0);
  if (places.length === 0) return null;
  return (
    <StatementRow name={name}>
      <button
        type="button"
        className={classes['places']}
        aria-expanded={shown > 0}
        onClick={() => setShown(shown > 0 ? 0 : placesAtOnce)}
      >
        {t('reconciliation:covered.places', { number: formatNumber(places.length) })}
      </button>
      {shown > 0 && (
        <ul className={classes['list']}>
          {places.slice(0, shown).map((place) => (
            <li key={`${place.name} ${place.judged.currency}`}>
              <bdi>{place.name}</bdi>
              <LiveSum filter={place.filter} judged={place.judged} />
            </li>
          ))}
        </ul>
      )}
      {shown > 0 && shown < places.length && (
        <Button variant="default" size="compact-sm" onClick={() => setShown(shown + placesAtOnce)}>
          {t('common:actions.more')}
        </Button>
      )}
    </StatementRow>
  );
}
