import { paths } from '@mizan/contract/paths.ts';
import type { ProofListed } from '@mizan/contract/proof.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { apart, formatMoment } from '../../platform/formats.ts';
import { lineNumber } from '../../platform/line-number.ts';
import { Amount } from '../../ui/amount.tsx';
import { CardNumber, Identifier } from '../../ui/identifier.tsx';
import { ListView, MoreRows } from '../../ui/list-view.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './proof.module.css';
import { type ProofPart, useProofRows } from './proof.queries.ts';
import { askedOf, type ProofSearch } from './proof.search.ts';
import { formatPlainDay } from './proof.words.ts';

/** What a cause or a sum is made of, each leading to where it stands; the amounts add up to it. */
export function ProofRows({
  part,
  label,
  rowKey,
  state,
}: {
  part: ProofPart;
  label: string;
  rowKey: string;
  state: ProofSearch;
}) {
  const { t } = useTranslation(['proof', 'states']);
  const list = useProofRows({ ...askedOf(state), row: rowKey }, part);
  return (
    <ListView
      list={list}
      skeletonRows={4}
      onClear={false}
      empty={<EmptyState title={t('proof:open.empty')} help={t('states:changed')} />}
    >
      {(rows) => (
        <>
          <ul className={classes['listed']} aria-label={label}>
            {rows.map((row) => (
              <li key={row.id}>
                <Listed row={row} />
              </li>
            ))}
          </ul>
          <MoreRows list={list} />
        </>
      )}
    </ListView>
  );
}

/** Where a row leads: the payment, the verdict of its file, its settlement, its reconciliation. */
function wayOf(row: ProofListed): { to: string; search: object } | null {
  const { kind, transactionId, bankFileId, seq, outcome, bankId, scheme, day, terminalId, reconciliationId } =
    row;
  // What a person decided leads to where it can be taken back.
  if (row.exceptionId) return { to: paths.exceptions, search: { open: row.exceptionId } };
  if (kind === 'payment' && transactionId)
    return { to: paths.transactions, search: { search: transactionId, open: transactionId } };
  if (kind === 'line' && bankFileId)
    return { to: paths.reconciliation, search: { file: bankFileId, tab: outcome, entry: String(seq) } };
  if (kind === 'reconciliation' && terminalId)
    return { to: paths.reconciliation, search: { terminal: terminalId, earlier: reconciliationId } };
  if (kind === 'settlement' && bankId && day)
    return {
      to: paths.settlement,
      search: { month: day.slice(0, 7), cell: [bankId, scheme, row.currency, day].join('.') },
    };
  return null;
}

function Listed({ row }: { row: ProofListed }) {
  const way = wayOf(row);
  const inside = <Inside row={row} />;
  if (!way) return <span className={classes['listedRow']}>{inside}</span>;
  return (
    <Link className={classes['listedRow']} to={way.to} search={way.search as never}>
      {inside}
    </Link>
  );
}

/** Who decided it, with whom, and when. */
function Decided({ row: { decidedBy, approvedBy, decidedAt } }: { row: ProofListed }) {
  if (decidedBy === null || decidedAt === null) return null;
  return (
    <small className={classes['decided']}>
      {[decidedBy, approvedBy].map(
        (name) =>
          name !== null && (
            <bdi key={name}>
              {name}
              {apart}
            </bdi>
          ),
      )}
      {formatMoment(decidedAt)}
    </small>
  );
}

function Inside({ row }: { row: ProofListed }) {
  const { t } = useTranslation(['proof', 'states']);
  const { kind, transactionId, at, day, tid, rrn, approvalCode, lastFour, scheme, fileName, line } = row;
  return (
    <>
      <span className={classes['what']}>
        {kind === 'payment' && transactionId && <Identifier hash>{transactionId}</Identifier>}
        {kind === 'payment' && fileName && (
          <small className={classes['decided']}>
            <bdi>{fileName}</bdi>
          </small>
        )}
        {kind === 'line' && (
          <>
            {line !== null && t('proof:open.line', { line: lineNumber(t, line) })} <bdi>{fileName}</bdi>
          </>
        )}
        {kind === 'reconciliation' && t('proof:open.reconciliation')}
        <Decided row={row} />
        {kind === 'settlement' && t('proof:open.settlement')}
      </span>
      <span>{at ? formatMoment(at) : day ? formatPlainDay(day) : ''}</span>
      <span>
        {scheme && <SchemeMark scheme={scheme} />} {lastFour && <CardNumber lastFour={lastFour} />}
      </span>
      <span>{tid && <Identifier>{tid}</Identifier>}</span>
      <span>
        {rrn && (
          <>
            {t('proof:open.rrn')} <Identifier>{rrn}</Identifier>
          </>
        )}
      </span>
      <span>
        {approvalCode && (
          <>
            {t('proof:open.approval')} <Identifier>{approvalCode}</Identifier>
          </>
        )}
      </span>
      <strong>
        <Amount amountMinor={row.amountMinor} signed />
      </strong>
    </>
  );
}
