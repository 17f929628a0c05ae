import { listMerchantTerminals, type TerminalOfMerchant } from '@mizan/contract/terminals.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apart, formatRelative } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { ConnectionBadge } from '../../ui/connection-badge.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import classes from './merchants.module.css';

/** The terminals of a merchant that are in service: where each stands, its line, and whether its package fits. */
export default function MerchantTerminals({ merchantId }: { merchantId: string }) {
  const { t } = useTranslation(['merchants', 'terminals']);
  const query = useQuery(routeQuery(listMerchantTerminals, { params: { id: merchantId } }));
  return (
    <Loaded of={query} rows={8}>
      {({ rows, truncated }) => (
        <>
          {rows.length === 0 && <p className={classes['note']}>{t('merchants:terminals.none')}</p>}
          <ul className={classes['members']} aria-label={t('merchants:parts.terminals')}>
            {rows.map((row) => (
              <Terminal key={row.id} row={row} />
            ))}
          </ul>
          {truncated && (
            <p className={classes['note']}>{t('merchants:terminals.truncated', { count: rows.length })}</p>
          )}
        </>
      )}
    </Loaded>
  );
}

function Terminal({ row }: { row: TerminalOfMerchant }) {
  const { t } = useTranslation('merchants');
  return (
    <li>
      <span className={classes['who']}>
        <span className={classes['name']}>
          <Identifier>{row.tid}</Identifier>
        </span>
        <span className={classes['detail']}>
          <bdi>{language === 'en' ? row.branchNameEn : row.branchNameAr}</bdi>
          {apart}
          <bdi>
            {row.brand} {row.model}
          </bdi>
          {row.lastSeenAt !== null && `${apart}${formatRelative(row.lastSeenAt)}`}
        </span>
        {row.packageFit === 'DOES_NOT_FIT' && row.madaPackage !== null && (
          <span className={classes['detail']}>
            {t('merchants:terminals.doesNotFit', { package: row.madaPackage })}
          </span>
        )}
      </span>
      <ConnectionBadge connection={row.connection} />
    </li>
  );
}
