import type { AuditLine, AuditRow, FeeAudit } from '@mizan/contract/fee-audit.ts';
import { paths } from '@mizan/contract/paths.ts';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../ui/amount.tsx';
import { columnsOf } from '../../ui/data-table.tsx';
import { CardNumber, Identifier } from '../../ui/identifier.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Section } from '../../ui/page.tsx';
import { schemeKey } from '../../ui/scheme-mark.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import classes from './fee-audit.module.css';
import { useAuditLines } from './fee-audit.queries.ts';
import type { FeeAuditAddress } from './fee-audit.search.ts';
import { bankName, foreign, formatShortDay } from './fee-audit.words.ts';

interface Props {
  audit: FeeAudit;
  row: AuditRow;
  address: FeeAuditAddress;
}

/** The lines behind a cause, the newest first, page by page; their differences add up to its figure. */
export function AuditLines({ audit, row, address: { state, span } }: Props) {
  const { t } = useTranslation(['fees', 'states', 'transactions', 'units']);
  const onPhone = useIsPhone();
  const side = state.side ?? 'over';
  const list = useAuditLines({
    ...span,
    bankId: row.bankId,
    scheme: row.scheme,
    currency: row.currency,
    rate: row.rate?.id ?? (row.rate ? 'published' : 'none'),
    side,
    cause: state.cause,
  });
  const columns = useMemo(() => columnsIn(t), [t]);
  const cause = row.causes.find((each) => each.key === state.cause && each.side === side);
  const title = t(`fees:lines.${side}`, {
    card: t(schemeKey(row.scheme)),
    bank: bankName(row.bankId, audit.banks, t),
  });
  return (
    <Section
      title={title}
      aside={
        cause && (
          <>
            {t('units:transaction', { count: cause.count })}{' '}
            <Amount amountMinor={cause.differenceMinor} signed currency={foreign(row.currency)} />
          </>
        )
      }
    >
      <ListTable
        list={list}
        skeletonRows={5}
        onClear={false}
        empty={<EmptyState title={t('fees:lines.empty')} help={t('states:changed')} />}
        label={title}
        columns={columns}
        rowId={(line) => line.transactionId}
        small={onPhone && <PhoneLines lines={list.rows} />}
      />
    </Section>
  );
}

const PaymentLink = ({ id }: { id: string }) => (
  <Link to={paths.transactions} search={{ search: id, open: id } as never}>
    <Identifier>{`#${id}`}</Identifier>
  </Link>
);

function PhoneLines({ lines }: { lines: AuditLine[] }) {
  return (
    <ul className={classes['phoneLines']}>
      {lines.map((line) => (
        <li key={line.transactionId} className={classes['line']}>
          <span>
            <PaymentLink id={line.transactionId} />{' '}
            <span className={classes['quiet']}>{formatShortDay(line.day)}</span>
          </span>
          <Amount amountMinor={line.differenceMinor} signed />
        </li>
      ))}
    </ul>
  );
}

const column = columnsOf<AuditLine>();

function columnsIn(t: TFunction) {
  const figure = (id: string, header: string, minorOf: (line: AuditLine) => number | null, signed = false) =>
    column.display({
      id,
      header,
      meta: { align: 'figure' },
      cell: ({ row: { original } }) => {
        const minor = minorOf(original);
        return minor === null ? '–' : <Amount amountMinor={minor} signed={signed} />;
      },
    });
  return column.columns([
    column.display({
      id: 'payment',
      header: t('fees:lines.payment'),
      cell: ({ row: { original } }) => <PaymentLink id={original.transactionId} />,
    }),
    column.display({
      id: 'day',
      header: t('fees:lines.day'),
      cell: ({ row: { original } }) => formatShortDay(original.day),
    }),
    column.display({
      id: 'card',
      header: t('fees:columns.card'),
      cell: ({ row: { original } }) =>
        original.lastFour === null ? '–' : <CardNumber lastFour={original.lastFour} />,
    }),
    figure('amount', t('fees:lines.amount'), (line) => line.amountMinor),
    figure('agreedFee', t('fees:lines.agreedFee'), (line) => line.agreedFeeMinor),
    figure('agreedVat', t('fees:lines.vat'), (line) => line.agreedVatMinor),
    figure('chargedFee', t('fees:lines.chargedFee'), (line) => line.chargedFeeMinor),
    figure('chargedVat', t('fees:lines.vat'), (line) => line.chargedVatMinor),
    figure('charged', t('fees:columns.charged'), (line) => line.chargedMinor),
    figure('difference', t('fees:columns.difference'), (line) => line.differenceMinor, true),
  ]);
}
