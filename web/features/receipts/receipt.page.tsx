import { Button } from '@mantine/core';
import { openLogo, openReceipt } from '@mizan/contract/receipts.ts';
import { pathOf } from '@mizan/contract/route.ts';
import { IconPrinter } from '@tabler/icons-react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api-client.ts';
import { formatDateTime } from '../../platform/formats.ts';
import { queryClient, routeQuery } from '../../platform/query-client.ts';
import { useTitle } from '../../platform/title.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PublicHeader } from '../../ui/public-header.tsx';
import { PrintedReceipt, printReceipt, ReceiptSlip } from '../../ui/receipt.tsx';
import classes from './receipt.module.css';

const codeShape = /^[\w-]{27}$/;

/** Where the QR code of a slip leads: the slip, to whoever has the address, and nothing else of the merchant's. */
export function ReceiptPage() {
  const { t } = useTranslation('receipt');
  const { code } = useSearch({ strict: false }) as Record<string, unknown>;
  const title = t('receipt:title');
  useTitle(title, 'screen');
  return (
    <QueryClientProvider client={queryClient}>
      <div className={classes['frame']}>
        <PublicHeader ruled />
        <main className={classes['main']}>
          <h1 className={classes['title']}>{title}</h1>
          {typeof code === 'string' && codeShape.test(code) ? (
            <Opened code={code} />
          ) : (
            <p className={classes['note']}>{t('receipt:noCode')}</p>
          )}
        </main>
      </div>
    </QueryClientProvider>
  );
}

function Opened({ code }: { code: string }) {
  const { t } = useTranslation('receipt');
  const query = useQuery(routeQuery(openReceipt, { params: { code } }));
  if (isApiError(query.error) && query.error.status === 404) {
    return (
      <p className={classes['note']} role="alert">
        {t('receipt:gone')}
      </p>
    );
  }
  return (
    <Loaded of={query} rows={12}>
      {({ slip, logoVersion, endsAt }) => {
        const logo = logoVersion && pathOf(openLogo, { code, version: logoVersion });
        const drawn = { slip, logo, address: location.href, qrLabel: t('receipt:qr') };
        return (
          <>
            <ReceiptSlip {...drawn} />
            <PrintedReceipt {...drawn} />
            <div className={classes['ways']}>
              <Button
                variant="default"
                leftSection={<IconPrinter size={18} stroke={1.6} aria-hidden="true" />}
                onClick={() => void printReceipt()}
              >
                {t('receipt:print')}
              </Button>
            </div>
            <p className={classes['note']}>
              {t('receipt:live')} {t('receipt:endsAt', { when: formatDateTime(endsAt) })}
            </p>
          </>
        );
      }}
    </Loaded>
  );
}
