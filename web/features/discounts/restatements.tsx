import { decideRestatement, type RestatementRow } from '@mizan/contract/discounts.ts';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { formatAmount, formatDate, formatPercent, riyadhDay } from '../../platform/formats.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { Section } from '../../ui/page.tsx';
import { schemeKey } from '../../ui/scheme-mark.tsx';
import classes from './discounts.module.css';
import { changedByAgreement, type Discounts, nameOf } from './discounts.queries.ts';
import { refusalOf } from './refusal.words.ts';
import { paidWithinText } from './terms.words.ts';

/** How many of the decided ones are shown beside those that wait. */
const decidedShown = 3;

/** Corrections that were asked for: who may decide, decides here. */
export function Restatements({ discounts, mayChange }: { discounts: Discounts; mayChange: boolean }) {
  const { t } = useTranslation('discounts');
  const waiting = discounts.restatements.filter(({ state }) => state === 'ASKED' || state === 'APPROVED');
  const others = discounts.restatements.filter((each) => !waiting.includes(each)).slice(0, decidedShown);
  if (waiting.length + others.length === 0) return null;
  return (
    <Section title={t('discounts:restate.list')}>
      <ul className={classes['list']} aria-label={t('discounts:restate.list')}>
        {[...waiting, ...others].map((each) => (
          <Restatement key={each.id} asked={each} discounts={discounts} mayChange={mayChange} />
        ))}
      </ul>
    </Section>
  );
}

function Restatement({
  asked,
  discounts,
  mayChange,
}: {
  asked: RestatementRow;
  discounts: Discounts;
  mayChange: boolean;
}) {
  const { t } = useTranslation(['discounts', 'transactions']);
  const decide = useCommand(decideRestatement, {
    changes: changedByAgreement,
    done: ({ state }) => t(`discounts:restate.state.${state}`, { count: 0 }),
    refusal: (error) => refusalOf(error, t),
  });
  const bank = discounts.banks.find(({ id }) => id === asked.bankId);
  const figures = [
    formatPercent(asked.mdrBps),
    asked.capLimitMinor === null
      ? t('discounts:noCap')
      : t('discounts:cap', { amount: formatAmount(asked.capLimitMinor) }),
    t('discounts:processing', { amount: formatAmount(asked.processingFeeMinor) }),
    paidWithinText(t, asked.paidWithin),
  ].join(t('discounts:comma'));
  const question = (decision: 'APPROVE' | 'REFUSE') => ({
    title: t(`discounts:restate.${decision}.title`),
    help: t(`discounts:restate.${decision}.help`),
    confirmLabel: t(`discounts:restate.${decision}.confirm`),
  });
  const args = (decision: 'APPROVE' | 'REFUSE') => ({ params: { id: asked.id }, body: { decision } });
  return (
    <li className={classes['item']}>
      <span className={classes['itemWords']}>
        <span>
          {t('discounts:restate.row', {
            card: t(schemeKey(asked.scheme)),
            bank: bank ? nameOf(bank) : '',
            day: formatDate(asked.validFrom),
          })}
        </span>
        <span className={classes['strong']}>{figures}</span>
        <span className={classes['hint']}>
          {t('discounts:restate.by', { name: asked.askedByName, day: formatDate(riyadhDay(asked.askedAt)) })}
          {t('discounts:comma')}
          <bdi>{asked.reason}</bdi>
        </span>
        <span className={classes['hint']}>
          {t(`discounts:restate.state.${asked.state}`, { count: asked.restatedCount })}
        </span>
      </span>
      {mayChange && asked.state === 'ASKED' && (
        <span className={classes['buttons']}>
          <CommandButton
            command={decide}
            args={args('REFUSE')}
            variant="default"
            question={question('REFUSE')}
          >
            {t('discounts:restate.REFUSE.confirm')}
          </CommandButton>
          <CommandButton command={decide} args={args('APPROVE')} question={question('APPROVE')}>
            {t('discounts:restate.APPROVE.confirm')}
          </CommandButton>
        </span>
      )}
    </li>
  );
}
