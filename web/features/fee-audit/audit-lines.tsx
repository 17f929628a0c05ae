import { type AuditLine, auditRateKey, type FeeAudit } from '@mizan/contract/fee-audit.ts';
import { paths } from '@mizan/contract/paths.ts';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../ui/amount.tsx';
import { columnsOf } from '../../ui/data-table.tsx';
import { CardNumber, Identifier } from '../../ui/identifier.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { opensNothing } from '../../ui/opens-nothing.ts';
import { Section } from '../../ui/page.tsx';
import { SchemeMark, schemeKey } from '../../ui/scheme-mark.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import { figureOf, type Opened } from './audit-figure.tsx';
import classes from './fee-audit.module.css';
import { useAuditLines } from './fee-audit.queries.ts';
import type { FeeAuditAddress } from './fee-audit.search.ts';
import { bankName, foreign, formatShortDay } from './fee-audit.words.ts';

interface Props {
  audit: FeeAudit;
  of: Opened;
  address: FeeAuditAddress;
}

/** The lines behind a figure, the newest first, page by page; they add up to it. */
export function AuditLines({ audit, of, address: { state, span } }: Props) {
  const { t } = useTranslation(['fees', 'states', 'transactions', 'units']);
  const onPhone = useIsPhone();
  const side = state.side ?? 'over';
  const row = 'row' in of ? of.row : null;
  const currency = 'row' in of ? of.row.currency : of.all;
  const list = useAuditLines({
    ...span,
    ...(row && { bankId: row.bankId, scheme: row.scheme, rate: auditRateKey(row.rate) }),
    ...(!row && state.bank !== undefined && { bankId: state.bank }),
    currency,
    side,
    cause: state.cause,
  });
  const banks = audit.banks;
  const columns = useMemo(() => columnsIn(t, row ? null : banks), [t, row, banks]);
  const figure = figureOf(audit, of, side, state.cause);
  const title = row
    ? t(`fees:lines.${side}`, { card: t(schemeKey(row.scheme)), bank: bankName(row.bankId, banks, t) })
    : t(`fees:lines.all.${side}`);
  return (
    <Section
      title={title}
      aside={
        <span {...opensNothing('rowsBeside')}>
          {t('units:transaction', { count: figure.count })}{' '}
          {figure.minor !== null && (
            <Amount amountMinor={figure.minor} signed={side !== 'notJudged'} currency={foreign(currency)} />
          )}
        </span>
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
      {list.rows.length > 0 && figure.minor !== null && side !== 'notJudged' && (
        <LinesFoot lines={list.rows} of={{ count: figure.count, minor: figure.minor }} />
      )}
    </Section>
  );
}

/** What the lines above come to: those that are not shown yet, and all of them. */
function LinesFoot({ lines, of }: { lines: readonly AuditLine[]; of: { count: number; minor: number } }) {
  const { t } = useTranslation(['fees', 'units']);
  const moreCount = of.count - lines.length;
  const moreMinor = of.minor - lines.reduce((sum, { differenceMinor }) => sum + (differenceMinor ?? 0), 0);
  return (
    <dl className={classes['linesFoot']} {...opensNothing('rowsBeside')}>
      {moreCount > 0 && (
        <div>
          <dt>{t('fees:lines.more', { transactions: t('units:transaction', { count: moreCount }) })}</dt>
          <dd>
            <Amount amountMinor={moreMinor} signed />
          </dd>
        </div>
      )}
      <div data-all>
        <dt>{t('fees:lines.sum')}</dt>
        <dd>
          <Amount amountMinor={of.minor} signed />
        </dd>
      </div>
    </dl>
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
          <PhoneFigure line={line} />
        </li>
      ))}
    </ul>
  );
}

/** What is too much or too little; where nothing is judged, what was taken. */
function PhoneFigure({ line: { differenceMinor, chargedMinor } }: { line: AuditLine }) {
  if (differenceMinor !== null) return <Amount amountMinor={differenceMinor} signed />;
  return chargedMinor === null ? '–' : <Amount amountMinor={chargedMinor} muted />;
}

const column = columnsOf<AuditLine>();

/** With `banks`, lines of several banks and card schemes stand below each other and each says its own. */
function columnsIn(t: TFunction, banks: FeeAudit['banks'] | null) {
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
  const where = column.display({
    id: 'where',
    header: t('fees:bank'),
    cell: ({ row: { original } }) => (
      <>
        <SchemeMark scheme={original.scheme} /> {bankName(original.bankId, banks ?? [], t)}
      </>
    ),
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
    ...(banks ? [where] : []),
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
