import { Button, Menu } from '@mantine/core';
import type { ExportFormat } from '@mizan/contract/export-terms.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import { chargeTypes } from '@mizan/contract/transaction-types.ts';
import { exportVatReport, getVatReport, type VatReport, type VatRow } from '@mizan/contract/vat-report.ts';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../platform/api-client.ts';
import { formatAmount, formatDayRange } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { Amount } from '../../ui/amount.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './deposit.module.css';
import { OwedLink } from './owed-link.tsx';
import { formatMonth, inLanguage } from './settlement.words.ts';
import vat from './vat.module.css';
import { VatInvoices } from './vat-invoices.tsx';

const VatForm = lazyPart(() => import('./vat-form.tsx'));

/** Fees of a month and the VAT on them by bank, held against the invoices of the banks. */
export default function VatView({ month }: { month: string | undefined }) {
  const query = useQuery({
    ...routeQuery(getVatReport, { query: { month } }, { live: ['TRX', 'PAY'] }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded of={query} rows={8}>
      {(report) => <Report report={report} />}
    </Loaded>
  );
}

function Report({ report }: { report: VatReport }) {
  const { t } = useTranslation('settlement');
  const { days, rows, month } = report;
  return (
    <>
      <Bar report={report} />
      <p className={classes['help']}>
        {t('settlement:vat.help')}{' '}
        {days
          ? t('settlement:vat.days', { days: formatDayRange(days.from, days.to) })
          : t('settlement:vat.noDays')}
      </p>
      {rows.length === 0 && (
        <EmptyState
          title={t('settlement:vat.empty', { month: formatMonth(`${month}-15`) })}
          help={t('settlement:vat.emptyHelp')}
        />
      )}
      {rows.map((row) => (
        <Bank key={`${row.bankId} ${row.currency}`} row={row} report={report} />
      ))}
      <VatInvoices invoices={report.invoices} />
    </>
  );
}

function Bar({ report }: { report: VatReport }) {
  const { t } = useTranslation('settlement');
  const [isBusy, setIsBusy] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  async function save(format: ExportFormat): Promise<void> {
    setIsBusy(true);
    try {
      await download(exportVatReport, { query: { month: report.month, format, lang: language } });
    } catch {
      showToast({ tone: 'error', title: t('settlement:table.exportFailed') });
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <div className={classes['bar']}>
      <span className={classes['barEnd']} />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            loading={isBusy}
            leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
          >
            {t('settlement:table.export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['pdf', 'xlsx', 'csv'] as const).map((format) => (
            <Menu.Item key={format} onClick={() => void save(format)}>
              {t(`settlement:vat.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {report.banks.length > 0 && (
        <Button
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => setIsAsked(true)}
        >
          {t('settlement:vat.add')}
        </Button>
      )}
      <Suspense>{isAsked && <VatForm report={report} onClose={() => setIsAsked(false)} />}</Suspense>
    </div>
  );
}

/** Of one bank: counted, invoiced, the difference, and what is proven of it. */
function Bank({ row, report: { days } }: { row: VatRow; report: VatReport }) {
  const { t } = useTranslation(['settlement', 'transactions', 'units']);
  const { currency, invoiced, difference } = row;
  const name = row.bankId === unknownBank ? t('settlement:unknownBank.name') : inLanguage(row);
  const filter = days && {
    ...days,
    bankId: [row.bankId],
    currency: [currency],
    type: chargeTypes,
  };
  const counted = (amountMinor: number) => {
    const amount = <Amount amountMinor={amountMinor} />;
    return filter && amountMinor !== 0 ? (
      <OwedLink filter={{ ...filter, rate: 'agreed' }}>{amount}</OwedLink>
    ) : (
      amount
    );
  };
  const line = (of: 'counted' | 'invoiced' | 'difference', base: ReactNode, tax: ReactNode) => (
    <tr data-line={of}>
      <th scope="row">{t(`settlement:vat.${of}`)}</th>
      <td>{base}</td>
      <td>{tax}</td>
    </tr>
  );
  const held = (of: 'invoiced' | 'difference', sums: VatRow['invoiced']) =>
    sums &&
    line(
      of,
      <Amount amountMinor={sums.baseMinor} signed={of === 'difference'} />,
      <Amount amountMinor={sums.vatMinor} signed={of === 'difference'} />,
    );
  return (
    <section className={vat['bank']} aria-label={name}>
      <h2>
        {name}
        {currency !== 'SAR' && ` (${t(`units:currency.${currency}`)})`}
      </h2>
      <table className={vat['figures']} aria-label={name}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('settlement:vat.base')}</th>
            <th scope="col">{t('settlement:vat.vat')}</th>
          </tr>
        </thead>
        <tbody>
          {line('counted', counted(row.baseMinor), counted(row.vatMinor))}
          {row.processingMinor !== 0 && <Parts row={row} counted={counted} />}
          {held('invoiced', invoiced)}
          {held('difference', difference)}
        </tbody>
      </table>
      <Said row={row} />
      {row.unwhole.map((reason) => (
        <p key={reason} className={classes['warning']}>
          {reason === 'UNJUDGED' && filter ? (
            <OwedLink filter={{ ...filter, rate: 'none' }}>
              {t('settlement:vat.unwhole.UNJUDGED', { amount: formatAmount(row.unjudgedMinor) })}
            </OwedLink>
          ) : (
            t(`settlement:vat.unwhole.${reason}`, { amount: '' })
          )}
        </p>
      ))}
    </section>
  );
}

/** Of the fees what is the rate and what the processing fee. */
function Parts({ row, counted }: { row: VatRow; counted: (amountMinor: number) => ReactNode }) {
  const { t } = useTranslation('settlement');
  return (
    <>
      <tr data-line="part">
        <th scope="row">{t('settlement:vat.mdr')}</th>
        <td>{counted(row.mdrMinor)}</td>
        <td />
      </tr>
      <tr data-line="part">
        <th scope="row">{t('settlement:vat.processing')}</th>
        <td>{counted(row.processingMinor)}</td>
        <td />
      </tr>
    </>
  );
}

/** Only what is proven: a way of rounding that comes to the invoiced VAT exactly, or that nothing is known. */
function Said({ row: { bankId, difference, ways } }: { row: VatRow }) {
  const { t } = useTranslation('settlement');
  if (!difference) {
    return bankId === unknownBank ? null : <p className={classes['help']}>{t('settlement:vat.noInvoice')}</p>;
  }
  if (difference.baseMinor === 0 && difference.vatMinor === 0) {
    return <p className={vat['same']}>{t('settlement:vat.same')}</p>;
  }
  const said =
    ways.length > 0 ? ways.map((way) => t(`settlement:vat.way.${way}`)) : [t('settlement:vat.unexplained')];
  return (
    <p className={vat['said']} data-open={ways.length === 0 || undefined}>
      {said.join(' ')}
    </p>
  );
}
