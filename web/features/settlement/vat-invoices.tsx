import { getVatReport, undoVatInvoice, type VatInvoice } from '@mizan/contract/vat-report.ts';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { apart, formatDate, formatDateTime } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { CommandButton } from '../../ui/command-button.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { inLanguage } from './settlement.words.ts';
import vat from './vat.module.css';

/** Every invoice of the month with who entered it; those taken back stay. */
export function VatInvoices({ invoices }: { invoices: readonly VatInvoice[] }) {
  const { t } = useTranslation('settlement');
  if (invoices.length === 0) return null;
  return (
    <section className={vat['invoices']}>
      <h2>{t('settlement:vat.invoices')}</h2>
      <ul aria-label={t('settlement:vat.invoices')}>
        {invoices.map((invoice) => (
          <Invoice key={invoice.id} invoice={invoice} />
        ))}
      </ul>
    </section>
  );
}

function Invoice({ invoice }: { invoice: VatInvoice }) {
  const { t } = useTranslation(['settlement', 'units']);
  const { kind, currency, undoneAt } = invoice;
  const sign = kind === 'INVOICE' ? 1 : -1;
  const isForeign = currency !== 'SAR' ? currency : undefined;
  return (
    <li data-undone={undoneAt !== null || undefined}>
      <div>
        <strong>{t(`settlement:vat.kinds.${kind}`)}</strong> <Identifier>{invoice.number}</Identifier>
        <small>
          {inLanguage(invoice.bank)}
          {apart}
          {formatDate(invoice.issuedOn)}
        </small>
        <small>
          {t('settlement:vat.addedBy', {
            name: invoice.addedByName,
            at: formatDateTime(invoice.addedAt),
          })}
        </small>
        {undoneAt && (
          <small>
            {t('settlement:vat.undoneBy', {
              name: invoice.undoneByName ?? '',
              at: formatDateTime(undoneAt),
            })}
          </small>
        )}
      </div>
      <dl>
        <div>
          <dt>{t('settlement:vat.base')}</dt>
          <dd>
            <Amount amountMinor={sign * invoice.baseMinor} currency={isForeign} muted={undoneAt !== null} />
          </dd>
        </div>
        <div>
          <dt>{t('settlement:vat.vat')}</dt>
          <dd>
            <Amount amountMinor={sign * invoice.vatMinor} currency={isForeign} muted={undoneAt !== null} />
          </dd>
        </div>
      </dl>
      {undoneAt === null && <Undo invoice={invoice} />}
    </li>
  );
}

function Undo({ invoice: { id, number } }: { invoice: VatInvoice }) {
  const { t } = useTranslation('settlement');
  const undo = useCommand(undoVatInvoice, {
    changes: [getVatReport],
    done: () => t('settlement:vat.undone'),
  });
  return (
    <CommandButton
      command={undo}
      args={{ params: { id } }}
      variant="default"
      name={t('settlement:vat.undoNamed', { number })}
      question={{
        title: t('settlement:vat.undoNamed', { number }),
        help: t('settlement:vat.undoHelp'),
        confirmLabel: t('settlement:vat.undo'),
        danger: true,
      }}
    >
      {t('settlement:vat.undo')}
    </CommandButton>
  );
}
