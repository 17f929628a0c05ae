import { getSession } from '@mizan/contract/auth.ts';
import type { TerminalReconciliation } from '@mizan/contract/terminal-reconciliation.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { PrintedSheet } from '../../ui/printed-sheet.tsx';
import classes from './drawer.module.css';
import { ThreeTable } from './three-table.tsx';

/** What is printed in the place of the screen: whose, which terminal, when, and the three sides. */
export function PrintedSlip({ shown }: { shown: TerminalReconciliation }) {
  const { t } = useTranslation('reconcile');
  const merchant = useQuery(routeQuery(getSession, {})).data?.merchant;
  const isArabic = language === 'ar';
  return (
    <PrintedSheet>
      <div className={classes['slip']}>
        {merchant && <strong>{isArabic ? merchant.nameAr : merchant.nameEn}</strong>}
        <h1>{t('reconcile:slip.title')}</h1>
        <p>
          {t('reconcile:drawer.title')} <Identifier>{shown.tid}</Identifier>
          {t('reconcile:and')}
          {isArabic ? shown.branchNameAr : shown.branchNameEn}
        </p>
        <p>{formatDateTime(shown.at)}</p>
        <p>
          <strong>{t(`reconcile:state.${shown.balance}`)}</strong>
          {t('reconcile:and')}
          {t('reconcile:drawer.code')} <Identifier>{shown.actionCode}</Identifier>
        </p>
        <ThreeTable shown={shown} />
      </div>
    </PrintedSheet>
  );
}
