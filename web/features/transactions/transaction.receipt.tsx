import { ActionIcon } from '@mantine/core';
import { getSession } from '@mizan/contract/auth.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../platform/query.client.ts';
import { slipOf } from './receipt.slip.ts';
import classes from './transaction.receipt.module.css';

/** The bilingual slip of a mada receipt, to read and to print. */
export function TransactionReceipt({ transaction }: { transaction: TransactionDetail }) {
  const { t } = useTranslation('transactions');
  const session = useQuery(routeQuery(getSession, {})).data;
  const slip = slipOf(transaction, session?.merchant ?? null);
  return (
    <section className={classes['section']} aria-label={t('transactions:columns.receipt')}>
      <div className={classes['head']}>
        <h3>{t('transactions:columns.receipt')}</h3>
        <ActionIcon size="lg" aria-label={t('transactions:detail.printReceipt')} onClick={() => print()}>
          <IconPrinter size={18} stroke={1.6} />
        </ActionIcon>
      </div>
      <div className={classes['slip']} dir="ltr">
        {slip.map((block) => (
          <div key={block[0]?.left} className={classes['block']}>
            {block.map(({ left, right, strong }) => (
              <p
                key={`${left} ${right}`}
                data-single={right === undefined || undefined}
                data-strong={strong || undefined}
              >
                <SlipText>{left}</SlipText>
                {right && <SlipText>{right}</SlipText>}
              </p>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

const arabicLetter = /[\u0600-\u06ff]/;

/** Each language is read out as itself. */
function SlipText({ children }: { children: string }) {
  return <bdi lang={arabicLetter.test(children) ? 'ar' : 'en'}>{children}</bdi>;
}
