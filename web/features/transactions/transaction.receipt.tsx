import { ActionIcon } from '@mantine/core';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './transaction.receipt.module.css';

/**
 * The bilingual slip of a mada receipt. Both languages stand on it whatever the screen's own language is, so
 * its words come with the transaction and not from the texts of the interface.
 */
export function TransactionReceipt({ transaction }: { transaction: TransactionDetail }) {
  const { t } = useTranslation('transactions');
  const slip = slipOf(transaction);
  return (
    <section className={classes['section']}>
      <div className={classes['head']}>
        <h3>{t('transactions:columns.receipt')}</h3>
        <ActionIcon size="lg" aria-label={t('transactions:detail.printReceipt')} onClick={() => print()}>
          <IconPrinter size={18} stroke={1.6} />
        </ActionIcon>
      </div>
      <div className={classes['slip']} dir="ltr" lang="ar">
        {slip.map((block) => (
          <div key={block[0]?.join()} className={classes['block']}>
            {block.map(([left, right]) => (
              <p key={`${left} ${right}`} data-single={right === undefined || undefined}>
                <bdi>{left}</bdi>
                {right !== undefined && <bdi>{right}</bdi>}
              </p>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

type Line = [left: string, right?: string];

/** The fields in the order in which a mada receipt prints them; what a terminal left out leaves no gap. */
function slipOf({ receipt, ...transaction }: TransactionDetail): Line[][] {
  const field = (name: string): string => receipt?.[name] ?? '';
  const pair = (left: string, right: string): Line[] => (left || right ? [[left, right]] : []);
  const single = (text: string): Line[] => (text ? [[text]] : []);
  const masked = transaction.firstSix
    ? `${transaction.firstSix.replace(/(\d{4})(\d{2})/, '$1 $2')}** **** ${transaction.lastFour ?? ''}`
    : '';
  const labelled = (label: string, value: string | null): string => (value ? `${label} ${value}` : '');
  return [
    [
      ...single([field('merchantAr'), field('merchantEn')].filter(Boolean).join(' · ')),
      ...single([field('addressAr'), field('addressEn')].filter(Boolean).join(' · ')),
    ],
    [
      ...pair(field('startAt'), labelled('TID', transaction.tid)),
      ...pair(labelled('STAN', transaction.stan), labelled('RRN', transaction.rrn)),
    ],
    [
      ...pair(field('schemeEn'), field('schemeAr')),
      ...pair(field('typeEn'), field('typeAr')),
      ...pair(masked, field('expiry')),
    ],
    [
      ...pair(field('amountEn'), field('amountAr')),
      ...pair(field('outcomeEn'), field('outcomeAr')),
      ...single(field('verificationAr')),
      ...single(field('verificationEn')),
      ...single(transaction.approvalCode ? `${transaction.approvalCode} Approval code · رمز الموافقة` : ''),
    ],
    [...single(field('thanksAr')), ...single(field('technical'))],
  ].filter((block) => block.length > 0);
}
