import { explainActionCode } from '@mizan/contract/action-codes.ts';
import { paths } from '@mizan/contract/paths.ts';
import { providerCodes } from '@mizan/contract/provider-codes.ts';
import { movesMoney } from '@mizan/contract/transaction-types.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { apart } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { typeKey } from '../../ui/type-words.ts';
import classes from './transaction-drawer.module.css';
import { inLanguage } from './transactions-columns.tsx';

const actionKeys = {
  Approve: 'transactions:action.approve',
  Decline: 'transactions:action.decline',
  'Re-enter transaction': 'transactions:action.reEnter',
  Unknown: 'transactions:action.unknown',
} as const;

/** What stands on the paper and in the bank's file, named as there; codes explained from both tables. */
export function TransactionFacts({ transaction }: { transaction: TransactionDetail }) {
  const { t } = useTranslation(['transactions', 'common', 'payment']);
  const { providerCode, actionCode } = transaction;
  const facts: Fact[] = [
    [t('transactions:columns.type'), t(typeKey(transaction.type))],
    [
      t('transactions:detail.original'),
      transaction.originalId && <Original key="original" id={transaction.originalId} />,
    ],
    [t('transactions:columns.branch'), inLanguage(transaction)],
    [t('transactions:detail.cashier'), transaction.cashierName],
    [t('transactions:columns.startedBy'), starterText(transaction, t)],
    [t('transactions:columns.terminal'), <Identifier key="tid">{transaction.tid}</Identifier>],
    [t('transactions:columns.orderRef'), code(transaction.orderRef)],
    [t('transactions:columns.rrn'), code(transaction.rrn?.replace(/(.{4})(?=.)/g, '$1 ')), null, 'rrn'],
    [t('transactions:columns.stan'), code(transaction.stan), null, 'stan'],
    [t('transactions:columns.approvalCode'), code(transaction.approvalCode), null, 'approval-code'],
    [t('transactions:columns.acquirer'), code(transaction.acquirerCode), null, 'acquirer'],
    [
      t('transactions:detail.providerCode'),
      providerCode && <ProviderCode key="provider" code={providerCode} />,
    ],
    [t('transactions:detail.actionCode'), actionCode && <ActionCode key="action" code={actionCode} />],
    [
      t('transactions:detail.refusal'),
      transaction.refusal && t(`transactions:refusal.${transaction.refusal}`),
    ],
    [t('transactions:columns.bank'), bankText(transaction, t)],
    [t('transactions:columns.uuid'), code(transaction.uuid)],
  ];
  return <Facts facts={facts} />;
}

/** The purchase of which money went back. */
const Original = ({ id }: { id: string }) => (
  <Link to={paths.transactions} search={{ open: id } as never}>
    <Identifier hash>{id}</Identifier>
  </Link>
);

/** Who started it, where that is on record: old payments have no name, and none is guessed. */
function starterText({ startedByName, events }: TransactionDetail, t: TFunction): string {
  if (startedByName !== null) return startedByName;
  const atTerminal = events.some(({ fact }) => fact === 'payments.begunAtTerminal');
  return t(atTerminal ? 'transactions:detail.startedAtTerminal' : 'transactions:detail.starterUnknown');
}

const code = (value: string | null | undefined): ReactNode =>
  value ? <Identifier>{value}</Identifier> : null;

function bankText(transaction: TransactionDetail, t: TFunction): string | null {
  // Of a test, and of what is only held, no bank's file will ever say anything.
  if (transaction.status !== 'APPROVED' || !movesMoney(transaction)) return null;
  if (!transaction.bankConfirmed) return t('transactions:detail.notConfirmed');
  return transaction.bankFile
    ? t('transactions:detail.confirmed', { file: transaction.bankFile })
    : t('transactions:detail.confirmedPlain');
}

/** '00 Approved': the two-digit code of the provider and its words (rules S8). */
function ProviderCode({ code: value }: { code: string }) {
  const { t } = useTranslation('transactions');
  const known = Object.hasOwn(providerCodes, value) ? value : 'unknown';
  return (
    <>
      <Identifier>{value}</Identifier> {t(`transactions:providerCode.${known}`)}
    </>
  );
}

/** '116 Insufficient funds', and behind it 'Decline': the description is empty and the action Unknown for an unknown code. */
function ActionCode({ code: value }: { code: string }) {
  const { t } = useTranslation('transactions');
  const { action, ...words } = explainActionCode(value);
  return (
    <>
      <Identifier>{value}</Identifier> {words[language]}
      <span className={classes['action']}>
        {apart}
        {t(actionKeys[action])}
      </span>
    </>
  );
}
