import { paths } from '@mizan/contract/paths.ts';
import type {
  ExplainingTransaction,
  Knowledge,
  ReconciliationDifference,
  TerminalReconciliation,
} from '@mizan/contract/terminal-reconciliation.ts';
import { IconCheck, IconClockQuestion, IconEqual, IconHelpCircle, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatMoment } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { SchemeMark, schemeKey } from '../../ui/scheme-mark.tsx';
import { type Tone, ToneBadge } from '../../ui/tone-badge.tsx';
import { adviceOf } from './advice.ts';
import classes from './drawer.module.css';
import { whoIcons, whos } from './three-table.tsx';

/** Which transactions make each difference, and what each of the three knows of them. */
export function Explanations({ shown }: { shown: TerminalReconciliation }) {
  if (shown.differences.length === 0)
    return shown.balance === 'BALANCED' ? null : <Unexplained shown={shown} />;
  return shown.differences.map((each) => (
    <Explanation key={`${each.scheme} ${each.side} ${each.who}`} difference={each} />
  ));
}

/** The host's code says that they differ, and no total beside it does. */
function Unexplained({ shown }: { shown: TerminalReconciliation }) {
  const { t } = useTranslation('reconcile');
  return (
    <section className={classes['section']}>
      <h3>{t('reconcile:explain.none')}</h3>
      <p className={classes['note']}>{t('reconcile:explain.codeAlone', { code: shown.actionCode })}</p>
    </section>
  );
}

function Explanation({ difference }: { difference: ReconciliationDifference }) {
  const { t } = useTranslation(['reconcile', 'transactions', 'units']);
  const { found, transactions, scheme, side, who, against, minor, count } = difference;
  const what = {
    scheme: t(schemeKey(scheme)),
    side: t(`reconcile:three.${side}`),
    amount: formatAmount(Math.abs(minor)),
    transactions: t('units:transaction', { count: Math.abs(count) }),
  };
  const direction = minor > 0 || (minor === 0 && count > 0) ? 'more' : 'less';
  return (
    <section className={classes['section']}>
      <div className={classes['sectionHead']}>
        <h3>
          {found === 'ONE'
            ? t('reconcile:explain.title', { count: transactions.length })
            : t(`reconcile:explain.${found === 'SEVERAL' ? 'several' : 'none'}`)}
        </h3>
        {found === 'ONE' && (
          <span className={classes['whole']}>
            <IconEqual size={16} stroke={2} aria-hidden="true" />
            {t('reconcile:explain.whole')}
          </span>
        )}
      </div>
      <p className={classes['note']}>
        {who === 'portal' && against !== 'both'
          ? t(`reconcile:explain.portalAlone.${against}.${direction}`, what)
          : t(`reconcile:explain.${who}.${direction}`, what)}
      </p>
      {found === 'SEVERAL' && <p className={classes['note']}>{t('reconcile:explain.severalHelp')}</p>}
      {found === 'NONE' && <p className={classes['note']}>{t('reconcile:explain.noneHelp')}</p>}
      {transactions.map((each) => (
        <Explaining key={each.transactionId} transaction={each} who={who} />
      ))}
    </section>
  );
}

function Explaining({
  transaction,
  who,
}: {
  transaction: ExplainingTransaction;
  who: ReconciliationDifference['who'];
}) {
  const { t } = useTranslation('reconcile');
  const { transactionId, createdAt, scheme, lastFour, rrn, amountMinor } = transaction;
  const advice = adviceOf(transaction, who);
  return (
    <article className={classes['explaining']}>
      <div className={classes['explainingLine']}>
        <Link to={paths.transactions} search={{ open: transactionId } as never}>
          <Identifier>{`#${transactionId}`}</Identifier>
        </Link>
        <span>{formatMoment(createdAt)}</span>
        <SchemeMark scheme={scheme} />
        {lastFour && <Identifier>{`•••• ${lastFour}`}</Identifier>}
        {rrn && <Identifier>{`RRN ${rrn}`}</Identifier>}
        <strong className={classes['explainingAmount']}>
          <Amount amountMinor={amountMinor} />
        </strong>
      </div>
      <ul className={classes['knows']}>
        {whos.map((each) => {
          const WhoIcon = whoIcons[each];
          return (
            <li key={each}>
              <WhoIcon size={15} stroke={1.6} aria-hidden="true" />
              {t(`reconcile:who.${each}`)} <Knows what={transaction[each]} />
            </li>
          );
        })}
      </ul>
      {advice && <p className={classes['note']}>{t(`reconcile:advice.${advice}`)}</p>}
    </article>
  );
}

const tones: Readonly<Record<Knowledge, readonly [Tone, typeof IconCheck]>> = {
  HAS: ['ok', IconCheck],
  LATE: ['ok', IconCheck],
  LACKS: ['danger', IconX],
  NO_ANSWER: ['wait', IconClockQuestion],
  UNKNOWN: ['wait', IconHelpCircle],
};

function Knows({ what }: { what: Knowledge }) {
  const { t } = useTranslation('reconcile');
  const [tone, KnowsIcon] = tones[what];
  return (
    <ToneBadge tone={tone} quiet={tone === 'ok'} icon={<KnowsIcon size={14} stroke={2} aria-hidden="true" />}>
      {t(`reconcile:knows.${what}`)}
    </ToneBadge>
  );
}
