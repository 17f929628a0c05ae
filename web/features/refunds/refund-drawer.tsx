import { Button } from '@mantine/core';
import { type RefundDetail, refundCan } from '@mizan/contract/refunds.ts';
import { useTranslation } from 'react-i18next';
import { apart, formatAmount, formatDay } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MissingState } from '../../ui/states.tsx';
import { RefundDecision } from './refund-decision.tsx';
import classes from './refund-drawer.module.css';
import { RefundBar, RefundTable } from './refund-figures.tsx';
import { useMayDecide, useMayWithdraw } from './refund-rights.ts';
import { RefundBadge } from './refund-state.tsx';
import { useRefund } from './refunds.queries.ts';
import { branchOf, reasonText } from './refunds.words.ts';
import { Card, PurchaseLink } from './refunds-columns.tsx';
import { RefusedWhy } from './refused-why.tsx';

interface RefundDrawerProps {
  id: string;
  onClose: () => void;
  onShow: (part: { open?: string; follow?: string }) => void;
}

/** One refund: who asked and why, what it changes, and what may be done with it now. */
export function RefundDrawer({ id, onClose, onShow }: RefundDrawerProps) {
  const { t } = useTranslation(['refunds', 'errors']);
  const query = useRefund(id);
  return (
    <DockedDrawer title={t('refunds:detail.title', { id })} onClose={onClose}>
      <Loaded of={query} missing={<MissingState title={t('errors:notFound')} />}>
        {(refund) => <Detail refund={refund} onShow={onShow} />}
      </Loaded>
    </DockedDrawer>
  );
}

function Detail({ refund, onShow }: { refund: RefundDetail; onShow: RefundDrawerProps['onShow'] }) {
  const { t } = useTranslation(['refunds', 'common', 'transactions', 'payment']);
  const mayDecide = useMayDecide();
  const mayWithdraw = useMayWithdraw();
  const isOwn = refund.isMine;
  const reason = reasonText(refund, t);
  const { transactionId, state, underReview, askedByName } = refund;
  return (
    <div className={classes['detail']}>
      <div className={classes['head']}>
        <RefundBadge refund={refund} alone />
        {refund.type === 'REVERSAL' && (
          <span className={classes['hint']}>{t('transactions:type.reversal')}</span>
        )}
        <span className={classes['hint']}>
          <DateText value={refund.askedAt ?? refund.createdAt} />
        </span>
      </div>
      <div>
        {state === 'WAITING' && askedByName !== null && (
          <p className={classes['asks']}>{t('refunds:detail.asks', { name: askedByName })}</p>
        )}
        <Amount size="h1" amountMinor={refund.amountMinor} currency={refund.currency} />
        {reason && <p className={classes['hint']}>{reason}</p>}
      </div>
      <RefusedWhy refund={refund} className={classes['why']} />
      {refund.effect && (
        <div>
          <RefundBar effect={refund.effect} />
          <RefundTable effect={refund.effect} />
        </div>
      )}
      <Facts facts={useFacts(refund)} />
      {(mayDecide || (mayWithdraw && isOwn)) && state === 'WAITING' && (
        <RefundDecision
          refund={refund}
          may={{
            approve: refundCan.approve({ state, isOwn }),
            withdraw: refundCan.withdraw({ state, isOwn }),
          }}
          onSent={(follow) => onShow({ follow })}
        />
      )}
      {transactionId !== null && (
        <div className={classes['actions']}>
          <Button
            variant={state === 'INITIALIZED' || underReview ? 'filled' : 'default'}
            onClick={() => onShow({ follow: transactionId })}
          >
            {t(state === 'INITIALIZED' || underReview ? 'refunds:detail.follow' : 'refunds:detail.result')}
          </Button>
        </div>
      )}
    </div>
  );
}

function useFacts(refund: RefundDetail): Fact[] {
  const { t } = useTranslation(['refunds', 'transactions', 'payment']);
  const { originalId, originalAmountMinor, limitMinor, effect, state } = refund;
  const isWaiting = state === 'WAITING';
  return [
    [
      t('refunds:columns.original'),
      originalId === null ? (
        t('refunds:detail.noOriginal')
      ) : (
        <span key="original">
          <PurchaseLink id={originalId} />
          {originalAmountMinor !== null && (
            <>
              {apart}
              <Amount amountMinor={originalAmountMinor} currency={refund.currency} />
            </>
          )}
        </span>
      ),
    ],
    [t('transactions:columns.card'), refund.lastFour !== null && <Card key="card" row={refund} />],
    [t('transactions:columns.branch'), branchOf(refund)],
    [t('transactions:columns.terminal'), <Identifier key="tid">{refund.tid}</Identifier>],
    [
      t('refunds:detail.why'),
      isWaiting && limitMinor !== null && t('refunds:detail.overLimit', { limit: formatAmount(limitMinor) }),
    ],
    [
      t('refunds:detail.askedBy'),
      refund.askedByName ?? (!isWaiting && t('transactions:detail.startedAtTerminal')),
    ],
    [t('refunds:detail.decidedBy'), refund.decidedByName],
    [t('refunds:detail.decidedAt'), refund.decidedAt && <DateText key="decided" value={refund.decidedAt} />],
    [t('refunds:detail.decisionNote'), refund.decisionNote],
    [t('refunds:detail.dueDay'), isWaiting && effect?.deposit && formatDay(effect.deposit.dueDay)],
  ];
}
