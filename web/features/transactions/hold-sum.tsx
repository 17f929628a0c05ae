import { paths } from '@mizan/contract/paths.ts';
import { isHold } from '@mizan/contract/transaction-types.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import classes from './transaction-drawer.module.css';

/** What is held, and what became of it as far as the portal knows; no fee, no net, because no money moved. */
export default function HoldSum({ transaction }: { transaction: TransactionDetail }) {
  const { t } = useTranslation('holds');
  const { holdEnds, amountMinor } = transaction;
  if (!isHold(transaction)) return <p className={classes['rate']}>{t('holds:released')}</p>;
  return (
    <>
      <dl className={classes['sum']}>
        <div className={classes['line']} data-total>
          <dt>{t('holds:line')}</dt>
          <dd>
            <Amount amountMinor={amountMinor} />
          </dd>
        </div>
        {holdEnds.map((end) => (
          <div key={end.id} className={classes['line']}>
            <dt>
              {isVoid(end)
                ? t('holds:voided')
                : t('holds:completed', { amount: formatAmount(end.amountMinor) })}
            </dt>
            <dd>
              <Link to={paths.transactions} search={{ open: end.id } as never}>
                <Identifier hash>{end.id}</Identifier>
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes['rate']}>{t(holdEnds.length > 0 ? 'holds:ended' : 'holds:help')}</p>
    </>
  );
}

const isVoid = ({ type }: TransactionDetail['holdEnds'][number]): boolean => type === 'PREAUTH_VOID';
