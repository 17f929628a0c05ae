import { Button } from '@mantine/core';
import { type RateState, rateState, validTo } from '@mizan/contract/agreed-rate.ts';
import { type RateRow, withdrawRate } from '@mizan/contract/discounts.ts';
import {
  IconArrowBackUp,
  IconCalendarClock,
  IconCheck,
  IconHistory,
  IconLock,
  IconShieldCheck,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import {
  formatAmount,
  formatDate,
  formatDayRange,
  formatPercent,
  riyadhDay,
} from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { Section } from '../../ui/page.tsx';
import { schemeKey } from '../../ui/scheme-mark.tsx';
import { type Tone, ToneBadge } from '../../ui/tone-badge.tsx';
import classes from './discounts.module.css';
import { changedByAgreement, type Discounts, nameOf } from './discounts.queries.ts';
import type { Chosen } from './rates-table.tsx';
import { refusalOf } from './refusal.words.ts';
import { paidWithinText } from './terms.words.ts';

const RateForm = lazyPart(() => import('./rate-form.tsx'));

interface RateHistoryProps {
  discounts: Discounts;
  chosen: Chosen;
  mayChange: boolean;
}

/** Every rate of a card at a bank as a line in time, the latest on top. */
export function RateHistory({ discounts, chosen, mayChange }: RateHistoryProps) {
  const { t } = useTranslation(['discounts', 'transactions']);
  const [wrong, setWrong] = useState<RateRow | null>(null);
  const bank = discounts.banks.find(({ id }) => id === chosen.bankId);
  const rates = discounts.rates.filter(
    (each) => each.bankId === chosen.bankId && each.scheme === chosen.scheme,
  );
  if (!bank) return null;
  return (
    <Section
      title={t('discounts:history.title')}
      aside={
        <span className={classes['aside2']}>
          <span>{t('discounts:history.of', { card: t(schemeKey(chosen.scheme)), bank: nameOf(bank) })}</span>
          <span className={classes['note']}>
            <IconLock size={16} stroke={1.6} aria-hidden="true" />
            {t('discounts:history.keeps')}
          </span>
        </span>
      }
    >
      {rates.length === 0 ? (
        <p className={classes['none']}>{t('discounts:history.none')}</p>
      ) : (
        <ol className={classes['history']} aria-label={t('discounts:history.title')}>
          {rates.map((rate) => (
            <HistoryRow
              key={rate.id}
              rate={rate}
              rates={discounts.rates}
              today={bank.today}
              mayChange={mayChange}
              onCorrect={() => setWrong(rate)}
            />
          ))}
        </ol>
      )}
      <p className={classes['note']}>
        <IconShieldCheck size={16} stroke={1.6} aria-hidden="true" />
        {t('discounts:history.rule')}
      </p>
      {wrong && (
        <Suspense>
          <RateForm discounts={discounts} wrong={wrong} onClose={() => setWrong(null)} />
        </Suspense>
      )}
    </Section>
  );
}

const looks: Readonly<Record<RateState, { tone: Tone; icon: typeof IconCheck; quiet?: true }>> = {
  coming: { tone: 'progress', icon: IconCalendarClock },
  now: { tone: 'ok', icon: IconCheck, quiet: true },
  ended: { tone: 'neutral', icon: IconHistory },
  withdrawn: { tone: 'neutral', icon: IconArrowBackUp },
};

function HistoryRow({
  rate,
  rates,
  today,
  mayChange,
  onCorrect,
}: {
  rate: RateRow;
  rates: readonly RateRow[];
  today: string;
  mayChange: boolean;
  onCorrect: () => void;
}) {
  const { t } = useTranslation('discounts');
  const state = rateState(rates, rate, today);
  const { tone, icon: StateIcon, quiet } = looks[state];
  const last = state === 'withdrawn' ? null : validTo(rates, rate);
  return (
    <li className={classes['row']} data-state={state}>
      <span className={classes['dot']} aria-hidden="true" />
      <span>
        <ToneBadge
          tone={tone}
          quiet={quiet ?? false}
          icon={<StateIcon size={14} stroke={1.6} aria-hidden="true" />}
        >
          {t(`discounts:state.${state === 'withdrawn' && rate.validFrom <= today ? 'replaced' : state}`)}
        </ToneBadge>
      </span>
      <span className={classes['span']}>
        {last === null
          ? t('discounts:history.since', { day: formatDate(rate.validFrom) })
          : formatDayRange(rate.validFrom, last)}
      </span>
      <Figures rate={rate} />
      <Who rate={rate} />
      {mayChange && <Act rate={rate} state={state} onCorrect={onCorrect} />}
    </li>
  );
}

function Figures({ rate }: { rate: RateRow }) {
  const { t } = useTranslation('discounts');
  return (
    <span className={classes['figures']}>
      <span className={classes['strong']}>{formatPercent(rate.mdrBps)}</span>{' '}
      <span>
        {rate.capLimitMinor === null
          ? t('discounts:noCap')
          : t('discounts:cap', { amount: formatAmount(rate.capLimitMinor) })}
      </span>
      <span className={classes['hint']}>
        {[
          ...(rate.processingFeeMinor > 0
            ? [t('discounts:processing', { amount: formatAmount(rate.processingFeeMinor) })]
            : []),
          paidWithinText(t, rate.paidWithin),
        ].join(t('discounts:comma'))}
      </span>
    </span>
  );
}

/** What may be done with a rate: one that comes is withdrawn, one that held is corrected. */
function Act({ rate, state, onCorrect }: { rate: RateRow; state: RateState; onCorrect: () => void }) {
  const { t } = useTranslation('discounts');
  const withdraw = useCommand(withdrawRate, {
    changes: changedByAgreement,
    done: () => t('discounts:withdraw.done'),
    refusal: (error) => refusalOf(error, t),
  });
  return (
    <span className={classes['act']}>
      {state === 'coming' && (
        <CommandButton
          command={withdraw}
          args={{ params: { id: rate.id } }}
          variant="default"
          size="xs"
          question={{
            title: t('discounts:withdraw.title'),
            help: t('discounts:withdraw.help'),
            confirmLabel: t('discounts:withdraw.confirm'),
          }}
        >
          {t('discounts:withdraw.confirm')}
        </CommandButton>
      )}
      {(state === 'now' || state === 'ended') && (
        <Button variant="default" size="xs" onClick={onCorrect}>
          {t('discounts:restate.open')}
        </Button>
      )}
    </span>
  );
}

/** Who said so, when, and why; of one that holds no more, who took it back. */
function Who({ rate }: { rate: RateRow }) {
  const { t } = useTranslation('discounts');
  const why = [
    ...(rate.importedCount === null ? [] : [t('discounts:history.fromCsv', { count: rate.importedCount })]),
    ...(rate.restatementId === null ? [] : [t('discounts:history.correction')]),
    ...(rate.note === '' ? [] : [rate.note]),
  ];
  return (
    <span className={classes['who']}>
      <span>
        {rate.addedByName === null ? (
          t('discounts:history.before')
        ) : (
          <>
            <bdi>{rate.addedByName}</bdi>
            {t('discounts:comma')}
            {formatDate(riyadhDay(rate.addedAt))}
          </>
        )}
      </span>
      {why.length > 0 && (
        <span className={classes['hint']}>
          <bdi>{why.join(t('discounts:comma'))}</bdi>
        </span>
      )}
      {rate.withdrawnAt !== null && (
        <span className={classes['hint']}>
          {t('discounts:history.withdrawn', {
            name: rate.withdrawnByName ?? '',
            day: formatDate(riyadhDay(rate.withdrawnAt)),
          })}
        </span>
      )}
    </span>
  );
}
