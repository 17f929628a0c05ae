import { ActionIcon, CopyButton } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import { type TransactionStatus, transactionCan } from '@mizan/contract/transaction-states.ts';
import { givesBack, isTestType, movesMoney } from '@mizan/contract/transaction-types.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { IconCheck, IconLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { apart } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { useSession } from '../../platform/session.store.ts';
import { Amount } from '../../ui/amount.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { DrawerSteps } from '../../ui/drawer-steps.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { MissingState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './transaction-drawer.module.css';
import { TransactionEvents } from './transaction-events.tsx';
import { TransactionFacts } from './transaction-facts.tsx';
import { ChargesSum } from './transaction-sum.tsx';
import { useTransaction } from './transactions.queries.ts';
import { signedAmount } from './transactions-columns.tsx';

/** Few transactions are held, and the receipt stands below the fold: what is above need not wait for them. */
const HoldSum = lazyPart(() => import('./hold-sum.tsx'));
const TransactionReceipt = lazyPart(() => import('./transaction-receipt.tsx'));

export interface TransactionDrawerProps {
  id: string;
  previousId: string | undefined;
  nextId: string | undefined;
  onGo: (id: string) => void;
  onClose: () => void;
  /** What was given back of a purchase, and the way to give it back: another feature's, below the facts. */
  Refunds: ComponentType<{ originalId: string; terminalId: string }>;
}

/** One transaction whole: amount and state, the sum down to the net, codes in words, events, receipt. */
export default function TransactionDrawer(props: TransactionDrawerProps) {
  const { id, previousId, nextId, onGo, onClose } = props;
  const { t } = useTranslation(['transactions', 'common', 'errors']);
  const query = useTransaction(id);
  const step = (label: string, target: string | undefined) => ({
    label,
    onGo: target === undefined ? undefined : () => onGo(target),
  });
  return (
    <DockedDrawer
      title={<DrawerTitle id={id} />}
      onClose={onClose}
      actions={
        <>
          <CopyLink />
          <DrawerSteps
            before={step(t('transactions:detail.newer'), previousId)}
            after={step(t('transactions:detail.older'), nextId)}
          />
        </>
      }
    >
      <Loaded of={query} missing={<MissingState title={t('errors:notFound')} />}>
        {(transaction) => <Detail transaction={transaction} Refunds={props.Refunds} />}
      </Loaded>
    </DockedDrawer>
  );
}

/** The number keeps its Latin digits and its place in an Arabic title. */
function DrawerTitle({ id }: { id: string }) {
  const { t } = useTranslation('transactions');
  return <>{t('transactions:detail.title', { id })}</>;
}

function CopyLink() {
  const { t } = useTranslation('common');
  return (
    <CopyButton value={location.href}>
      {({ copied, copy }) => (
        <ActionIcon
          size="lg"
          onClick={copy}
          aria-label={t(copied ? 'common:toast.copied' : 'common:actions.copyLink')}
        >
          {copied ? <IconCheck size={18} stroke={1.6} /> : <IconLink size={18} stroke={1.6} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}

function TestNote() {
  const { t } = useTranslation('transactions');
  return <p className={classes['rate']}>{t('transactions:test')}</p>;
}

function Detail({
  transaction,
  Refunds,
}: { transaction: TransactionDetail } & Pick<TransactionDrawerProps, 'Refunds'>) {
  const approved = transaction.status === 'APPROVED';
  return (
    <>
      <div className={classes['head']}>
        <Amount
          size="h1"
          amountMinor={signedAmount(transaction)}
          currency={transaction.currency}
          muted={!approved && transaction.status !== 'INITIALIZED'}
        />
        <StatusBadge status={transaction.status} alone />
      </div>
      <p className={classes['card']}>
        <SchemeMark scheme={transaction.scheme} />
        <span>
          {transaction.lastFour && (
            <>
              <bdi dir="ltr">
                {transaction.firstSix?.replace(/(\d{4})(\d{2})/, '$1 $2')}•• •••• {transaction.lastFour}
              </bdi>
              {apart}
            </>
          )}
          <DateText value={transaction.createdAt} />
        </span>
      </p>
      <ReviewNote transaction={transaction} />
      {approved && movesMoney(transaction) && <ChargesSum transaction={transaction} />}
      {isTestType(transaction) && <TestNote />}
      {approved && !movesMoney(transaction) && !isTestType(transaction) && (
        <Suspense>
          <HoldSum transaction={transaction} />
        </Suspense>
      )}
      {transactionCan.refund({ type: transaction.type, status: transaction.status as TransactionStatus }) && (
        <Suspense>
          <Refunds originalId={transaction.id} terminalId={transaction.terminalId} />
        </Suspense>
      )}
      <TransactionFacts transaction={transaction} />
      <TransactionEvents transaction={transaction} />
      <Suspense>
        <TransactionReceipt id={transaction.id} />
      </Suspense>
    </>
  );
}

/** What a person should know before anything else: an unknown outcome, a late approval, an open review. */
function ReviewNote({ transaction }: { transaction: TransactionDetail }) {
  const { t } = useTranslation('transactions');
  const key = noteKey(transaction);
  if (key === null) return null;
  return (
    <div className={classes['note']} role="note" data-tone={key === 'unknown' ? 'progress' : 'wait'}>
      <strong>{t(`transactions:review.${key}.title`)}</strong>
      <span>{t(reviewKeys(transaction, key))}</span>
      {key !== 'LATE_APPROVAL' || isUnderReview(transaction) ? <ToPayment transaction={transaction} /> : null}
    </div>
  );
}

/** Where it says what to do, and where an owner decides how it ended: at the terminals, or at the cashier's own. */
function ToPayment({ transaction: { id, type } }: { transaction: TransactionDetail }) {
  const { t } = useTranslation('transactions');
  const ofPayments = useSession()?.role === 'CASHIER' ? paths.terminal : paths.terminals;
  const isBack = givesBack({ type });
  return (
    <Link
      to={isBack ? paths.refunds : ofPayments}
      search={(isBack ? { follow: id } : { payment: id }) as never}
    >
      {t('transactions:review.next')}
    </Link>
  );
}

/** Where money goes back, what nobody knows yet is another thing. */
const reviewKeys = ({ type }: TransactionDetail, key: string): string | string[] => {
  const plain = `transactions:review.${key}.help`;
  return givesBack({ type }) ? [`transactions:reviewBack.${key}`, plain] : plain;
};

const isUnderReview = ({ review }: TransactionDetail): boolean =>
  review !== null && review.decidedAt === null;

function noteKey(transaction: TransactionDetail): string | null {
  if (isUnderReview(transaction)) return transaction.review?.reason ?? null;
  if (transaction.unknownOutcome) return 'unknown';
  return transaction.lateApproval ? 'LATE_APPROVAL' : null;
}
