import type { AuditCause, AuditRow, FeeAudit } from '@mizan/contract/fee-audit.ts';
import { IconEqual, IconEqualNot } from '@tabler/icons-react';
import { Fragment, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { apart, formatAmount, formatNumber, formatPercent } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { opensNothing } from '../../ui/opens-nothing.ts';
import { PlainTable } from '../../ui/plain-table.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { AuditFigure } from './audit-figure.tsx';
import classes from './fee-audit.module.css';
import { type FeeAuditAddress, rowKey } from './fee-audit.search.ts';
import { bankName, causeText, foreign, rateDays, spanText, termsBeside } from './fee-audit.words.ts';

const figureNames = ['count', 'agreed', 'charged', 'difference'] as const;

interface Props {
  audit: FeeAudit;
  address: FeeAuditAddress;
}

/** Agreed against charged by bank, card scheme and rate; each cause below its row opens its lines. */
export function AuditTable({ audit, address }: Props) {
  const { t } = useTranslation(['fees', 'transactions']);
  const base = useId();
  return (
    <div className={classes['scroller']}>
      <PlainTable label={t('fees:title')}>
        <thead>
          <tr>
            <th scope="col">{t('fees:columns.card')}</th>
            <th scope="col">{t('fees:columns.rate')}</th>
            {figureNames.map((name) => (
              <th key={name} scope="col" data-align="figure">
                {t(`fees:columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {audit.banks.map((bank) => (
            <Fragment key={bank.id}>
              <tr className={classes['bank']}>
                <th id={base + bank.id} scope="rowgroup" colSpan={6}>
                  {bankName(bank.id, audit.banks, t)}
                </th>
              </tr>
              {audit.rows
                .filter((row) => row.bankId === bank.id)
                .map((row) => (
                  <Row key={rowKey(row)} row={row} address={address} bankHeadId={base + bank.id} />
                ))}
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          {audit.totals.map((total) => (
            <tr key={total.currency} className={classes['total']}>
              <th scope="row">{t('fees:total')}</th>
              <td className={classes['quiet']}>
                {total.roundingCount > 0 && (
                  <AuditFigure address={address} of={{ all: total.currency }} side="rounding">
                    {t('fees:ofItRounding', { amount: formatAmount(total.roundingMinor) })}
                  </AuditFigure>
                )}
              </td>
              {(
                [
                  formatNumber(total.count),
                  <Amount key="a" amountMinor={total.agreedMinor} currency={foreign(total.currency)} />,
                  <Amount key="c" amountMinor={total.chargedMinor} />,
                  <Amount key="d" amountMinor={total.chargedMinor - total.agreedMinor} signed />,
                ] as const
              ).map((figure, at) => (
                <td key={figureNames[at]} data-align="figure">
                  <AuditFigure address={address} of={{ all: total.currency }} side="judged">
                    {figure}
                  </AuditFigure>
                </td>
              ))}
            </tr>
          ))}
        </tfoot>
      </PlainTable>
    </div>
  );
}

function Row({ row, address, bankHeadId }: { row: AuditRow; address: FeeAuditAddress; bankHeadId: string }) {
  const { t } = useTranslation(['fees', 'transactions']);
  const { rate, count, agreedMinor, chargedMinor, notJudgedCount } = row;
  const isJudged = count > 0;
  const headId = useId();
  const describedBy = `${bankHeadId} ${headId}`;
  const opens = (figure: ReactNode) => (
    <AuditFigure
      address={address}
      of={{ row }}
      side={isJudged ? 'judged' : 'notJudged'}
      describedBy={describedBy}
    >
      {figure}
    </AuditFigure>
  );
  return (
    <>
      <tr data-with-causes={row.causes.length > 0 || undefined}>
        <th id={headId} scope="row">
          <SchemeMark scheme={row.scheme} named />
        </th>
        <td {...opensNothing('setting')}>
          {rate ? (
            <>
              <strong>{formatPercent(rate.mdrBps)}</strong>{' '}
              <span className={classes['quiet']}>{[termsBeside(rate, t), rateDays(rate, t)].join(' ')}</span>
            </>
          ) : (
            <span className={classes['quiet']}>{t('fees:noRate')}</span>
          )}
        </td>
        <td data-align="figure">{opens(formatNumber(isJudged ? count : notJudgedCount))}</td>
        <td data-align="figure">
          {isJudged ? opens(<Amount amountMinor={agreedMinor} currency={foreign(row.currency)} />) : '–'}
        </td>
        <td data-align="figure">
          {opens(
            isJudged ? (
              <Amount amountMinor={chargedMinor} />
            ) : (
              <Amount amountMinor={row.notJudgedMinor} muted currency={foreign(row.currency)} />
            ),
          )}
        </td>
        <td data-align="figure">
          {isJudged ? (
            opens(<Compared row={row} />)
          ) : (
            <span className={classes['quiet']}>{t('fees:notJudged')}</span>
          )}
        </td>
      </tr>
      {row.causes.map((cause) => (
        <CauseRow
          key={`${cause.side} ${cause.key}`}
          row={row}
          cause={cause}
          address={address}
          describedBy={describedBy}
        />
      ))}
    </>
  );
}

/** '=' where every line is as agreed, else '≠' and by how much. */
function Compared({ row }: { row: AuditRow }) {
  const { t } = useTranslation('fees');
  const isEqual = row.causes.length === 0;
  const Mark = isEqual ? IconEqual : IconEqualNot;
  return (
    <span className={classes['compared']} data-equal={isEqual || undefined}>
      <Mark size={16} stroke={2} aria-hidden="true" />
      {isEqual ? (
        <span className="mz-visually-hidden">{t('fees:asAgreed')}</span>
      ) : (
        <Amount amountMinor={row.chargedMinor - row.agreedMinor} signed />
      )}
    </span>
  );
}

export const isChosen = ({ state }: FeeAuditAddress, row: AuditRow, cause: AuditCause): boolean =>
  state.row === rowKey(row) && state.cause === cause.key && (state.side ?? 'over') === cause.side;

export const open = ({ change }: FeeAuditAddress, row: AuditRow, cause: AuditCause): void =>
  change({ row: rowKey(row), all: undefined, sums: undefined, cause: cause.key, side: cause.side });

interface CauseRowProps {
  row: AuditRow;
  cause: AuditCause;
  address: FeeAuditAddress;
  describedBy: string;
}

function CauseRow({ row, cause, address, describedBy }: CauseRowProps) {
  const { t } = useTranslation(['fees', 'units']);
  const chosen = isChosen(address, row, cause);
  return (
    <tr className={classes['cause']} data-side={cause.side} data-selected={chosen || undefined}>
      <td />
      <td>
        <button
          type="button"
          aria-pressed={chosen}
          aria-describedby={describedBy}
          onClick={() => open(address, row, cause)}
        >
          <span>{causeText(cause, row.rate, t)}</span>
          <span className={classes['quiet']}>
            {spanText(cause.firstDay, cause.lastDay, t)}
            {cause.claimedCount > 0 &&
              `${apart}${t('fees:claims.inClaims', { lines: t('units:line', { count: cause.claimedCount }) })}`}
          </span>
        </button>
      </td>
      <td data-align="figure" className={classes['quiet']} {...opensNothing('rowsBeside')}>
        {formatNumber(cause.count)}
      </td>
      <td />
      <td />
      <td data-align="figure" {...opensNothing('rowsBeside')}>
        <Amount amountMinor={cause.differenceMinor} signed />
      </td>
    </tr>
  );
}
