import { Checkbox } from '@mantine/core';
import {
  type ExceptionDetail,
  mayBeMatched,
  type NearRecord,
  type SideRecord,
} from '@mizan/contract/exceptions.ts';
import { type MatchPreview, makeHandMatch, undoHandMatch } from '@mizan/contract/hand-matches.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { ComparedField } from '@mizan/contract/reconciliation-terms.ts';
import { IconEqual, IconEqualNot, IconLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../platform/command.ts';
import { formatAmount, formatDateTime, formatDay, formatNumber } from '../../../platform/formats.ts';
import { lineNumber } from '../../../platform/line-number.ts';
import { Amount } from '../../../ui/amount.tsx';
import { CommandButton, runAndSay } from '../../../ui/command-button.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { opensNothing } from '../../../ui/opens-nothing.ts';
import { WorkingButton } from '../../../ui/working-button.tsx';
import { refreshFiles } from '../bank-file/reconciliation.queries.ts';
import { valueText } from '../lines/entry-nearest.tsx';
import { FindLine, FindPayment } from './exception-find.tsx';
import classes from './exceptions.module.css';
import { changedByWork, type Sides, useMatchPreview } from './exceptions.queries.ts';
import { refusalOf } from './exceptions.words.ts';

/** What comes near and which field fails, field by field; what is ticked may be matched by hand. */
export function ExceptionMatch({ detail }: { detail: ExceptionDetail }) {
  const { t } = useTranslation(['exceptions', 'reconciliation']);
  const [added, setAdded] = useState<NearRecord[]>([]);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const isLine = detail.line !== null;
  const isPair = isLine && typeof detail.entry?.transactionId === 'string';
  const mayMatch = mayBeMatched(detail);
  if (detail.matches.length > 0) return <Matches detail={detail} />;
  const near = [
    ...detail.near,
    ...added.filter(
      (one, at) => ![...detail.near, ...added.slice(0, at)].some((each) => keyOf(each) === keyOf(one)),
    ),
  ];
  const chosen = near.filter((each) => ticked.includes(keyOf(each)));
  const toggle = (key: string): void =>
    setTicked(ticked.includes(key) ? ticked.filter((each) => each !== key) : [...ticked, key]);
  // One is what was looked for; of several a person says which.
  const add = (found: readonly NearRecord[]): void => {
    setAdded([...added, ...found]);
    if (found.length === 1) setTicked([...new Set([...ticked, ...found.map(keyOf)])]);
  };
  return (
    <section className={classes['match']} aria-label={t('exceptions:why.title')}>
      <div className={classes['matchHead']}>
        <h2 className={classes['subtitle']}>
          {t(`exceptions:why.${isPair ? 'pair' : isLine ? 'noPayment' : 'noLine'}`)}
        </h2>
        <span className={classes['hint']}>
          {t(`exceptions:why.${isPair ? 'bothSides' : isLine ? 'nearPayments' : 'nearLines'}`)}
        </span>
      </div>
      <div className={classes['scroll']}>
        <table
          className={classes['matrix']}
          aria-label={t('exceptions:why.title')}
          {...opensNothing('oneRow')}
        >
          <MatrixHead />
          <tbody>
            <OwnRow own={detail.own} />
            {near.map((each) => (
              <NearRow
                key={keyOf(each)}
                near={each}
                isTicked={ticked.includes(keyOf(each))}
                onTick={mayMatch && each.isFree ? () => toggle(keyOf(each)) : null}
              />
            ))}
          </tbody>
        </table>
      </div>
      {near.length === 0 && <p className={classes['hint']}>{t('exceptions:why.nothing')}</p>}
      {mayMatch && (isLine ? <FindPayment onFound={add} /> : <FindLine detail={detail} onFound={add} />)}
      {mayMatch && chosen.length > 0 && <MatchSum detail={detail} chosen={chosen} />}
    </section>
  );
}

const keyOf = ({ transactionId, bankFileId, line }: SideRecord): string =>
  transactionId ?? `${bankFileId} ${line}`;

const fields = ['terminal', 'rrn', 'authCode', 'card', 'date', 'amount'] as const satisfies ComparedField[];
type MatrixField = (typeof fields)[number];

function MatrixHead() {
  const { t } = useTranslation(['exceptions', 'reconciliation']);
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="mz-visually-hidden">{t('exceptions:columns.place')}</span>
        </th>
        {fields.map((field) => (
          <th key={field} scope="col" data-field={field}>
            {t(`exceptions:field.${field}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** What a record itself says in a field. */
function ownValue(own: SideRecord, field: MatrixField): ReactNode {
  const text = {
    terminal: own.tid,
    rrn: own.rrn,
    authCode: own.authCode,
    card: own.lastFour && `•••• ${own.lastFour}`,
    date: own.day && formatDay(own.day),
    amount: own.amountMinor === null ? null : formatAmount(own.amountMinor),
  }[field];
  if (!text) return '—';
  return field === 'date' ? text : <Identifier>{text}</Identifier>;
}

/** A line by its number, with its file where that is another one; a payment by its own. */
function Place({ record, fileName }: { record: SideRecord; fileName?: string | null }) {
  const { t } = useTranslation('reconciliation');
  if (record.transactionId !== null) return <Identifier hash>{record.transactionId}</Identifier>;
  return (
    <span className={classes['place']}>
      {t('reconciliation:entries.line', { count: 1, lines: lineNumber(t, record.line ?? 0) })}
      {fileName && <bdi className={classes['hint']}>{fileName}</bdi>}
    </span>
  );
}

function OwnRow({ own }: { own: SideRecord }) {
  const { t } = useTranslation('exceptions');
  return (
    <tr className={classes['own']}>
      <th scope="row">
        <Place record={own} />
      </th>
      {fields.map((field) => (
        <td key={field} data-field={field} data-label={t(`exceptions:field.${field}`)}>
          {ownValue(own, field)}
        </td>
      ))}
    </tr>
  );
}

function NearRow({
  near,
  isTicked,
  onTick,
}: {
  near: NearRecord;
  isTicked: boolean;
  onTick: (() => void) | null;
}) {
  const { t } = useTranslation('exceptions');
  const name = near.transactionId === null ? lineNumber(t, near.line ?? 0) : `#${near.transactionId}`;
  return (
    <tr data-ticked={isTicked || undefined}>
      <th scope="row">
        <span className={classes['tick']}>
          {onTick && (
            <Checkbox
              size="sm"
              checked={isTicked}
              onChange={onTick}
              aria-label={t('exceptions:tick', { name })}
            />
          )}
          <Place record={near} fileName={near.fileName} />
        </span>
        {near.takenBy && <TakenBy near={near} by={near.takenBy} />}
      </th>
      {fields.map((field) => (
        <td key={field} data-field={field} data-label={t(`exceptions:field.${field}`)}>
          <NearValue near={near} field={field} />
        </td>
      ))}
    </tr>
  );
}

/** What has it already, and the way there: it may be chosen only once that match is undone. */
function TakenBy({ near, by }: { near: NearRecord; by: NonNullable<NearRecord['takenBy']> }) {
  const { t } = useTranslation('exceptions');
  const isLine = near.transactionId === null;
  return (
    <Link
      className={classes['taken']}
      {...(isLine
        ? { to: paths.transactions, search: { search: by.transactionId, open: by.transactionId } as never }
        : { to: paths.reconciliation, search: { view: 'files', file: by.bankFileId } as never })}
    >
      {isLine
        ? t('exceptions:why.belongsTo', { payment: `#${by.transactionId}` })
        : t('exceptions:why.hasLine', { line: formatNumber(by.line), file: by.fileName })}
    </Link>
  );
}

/** '=' where both sides say the same, the other side's value where they do not, and plainly what nobody compared. */
function NearValue({ near, field }: { near: NearRecord; field: MatrixField }) {
  const { t } = useTranslation(['reconciliation', 'transactions']);
  const differs = near.differs.find((each) => each.field === field);
  if (near.agrees.includes(field))
    return (
      <span className={classes['agrees']}>
        <IconEqual size={16} stroke={2} aria-hidden="true" />
        <span className="mz-visually-hidden">{t('reconciliation:field.agrees')}</span>
      </span>
    );
  if (!differs) return <span className={classes['plain']}>{ownValue(near, field)}</span>;
  return (
    <span className={classes['differs']}>
      <IconEqualNot size={14} stroke={2} aria-hidden="true" />
      <span className="mz-visually-hidden">{t('reconciliation:field.differs')}</span>
      <bdi dir={field === 'date' ? undefined : 'ltr'}>{valueText(field, differs.value, t)}</bdi>
    </span>
  );
}

/** What is ticked, added up against the other side, how the fees compare, and the button that says what it will do. */
function MatchSum({ detail, chosen }: { detail: ExceptionDetail; chosen: readonly NearRecord[] }) {
  const { t } = useTranslation(['exceptions', 'reconciliation', 'units']);
  const sides = sidesOf(detail, chosen);
  const preview = useMatchPreview(sides);
  const match = useCommand(makeHandMatch, {
    changes: changedByWork,
    onDone: refreshFiles,
    done: () => t('exceptions:match.done'),
    refusal: (error) => refusalOf(error, t),
  });
  const problem = sides === null ? 'severalFiles' : (preview.data?.problem ?? null);
  const isHeld = sides === null || !preview.data || problem !== null;
  return (
    <div className={classes['sumRow']}>
      <SumTerms detail={detail} chosen={chosen} preview={problem === null ? preview.data : undefined} />
      <WorkingButton
        working={match.isWorking}
        held={isHeld || match.isRefused}
        leftSection={<IconLink size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() =>
          sides &&
          void runAndSay(match, {
            params: { id: sides.bankFileId },
            body: { lines: sides.lines, transactionIds: sides.transactionIds, note: '' },
          })
        }
      >
        {t('exceptions:match.action', {
          lines: t('units:line', { count: detail.line === null ? chosen.length : 1 }),
          transactions: t('units:transaction', { count: detail.line === null ? 1 : chosen.length }),
        })}
      </WorkingButton>
      {(sides === null || preview.data) && (
        <p className={classes['hint']}>
          {problem === null ? t('exceptions:match.help') : t(`exceptions:refused.${problem}`)}
        </p>
      )}
    </div>
  );
}

/** What is ticked, one by one, with the sign between it and the other side, and how the fees compare. */
function SumTerms({
  detail,
  chosen,
  preview,
}: {
  detail: ExceptionDetail;
  chosen: readonly NearRecord[];
  preview: MatchPreview | undefined;
}) {
  const { t } = useTranslation(['exceptions', 'reconciliation']);
  const ownMinor = detail.own.amountMinor ?? 0;
  const sum = chosen.reduce((all, { amountMinor }) => all + (amountMinor ?? 0), 0);
  const isEven = sum === ownMinor;
  const Sign = isEven ? IconEqual : IconEqualNot;
  return (
    <div className={classes['sum']} aria-live="polite" {...opensNothing('rowsBeside')}>
      {chosen.map((each, index) => (
        <span key={keyOf(each)} className={classes['term']}>
          {index > 0 && <span aria-hidden="true">+</span>}
          <span className={classes['figure']}>
            <Amount amountMinor={each.amountMinor ?? 0} size="lg" />
            <Place record={each} />
          </span>
        </span>
      ))}
      <span className={classes['term']} data-even={isEven}>
        <Sign size={18} stroke={2} aria-hidden="true" />
        <span className="mz-visually-hidden">
          {t(`reconciliation:field.${isEven ? 'agrees' : 'differs'}`)}
        </span>
        <span className={classes['figure']}>
          <Amount amountMinor={ownMinor} size="lg" />
          <Place record={detail.own} />
        </span>
      </span>
      {!isEven && (
        <span className={classes['fees']}>
          {t(`exceptions:match.${isLess(sum, ownMinor) ? 'remains' : 'tooMuch'}`, {
            amount: formatAmount(Math.abs(ownMinor - sum)),
          })}
        </span>
      )}
      {preview && (
        <span className={classes['fees']}>
          {t(`exceptions:match.fees.${preview.fees}`, {
            bank: formatAmount(preview.chargeMinor ?? 0),
            agreed: formatAmount(preview.agreedChargeMinor ?? 0),
          })}
        </span>
      )}
    </div>
  );
}

/** Whether something of a side is still to be found; what is given back stands below zero on both. */
const isLess = (sum: number, whole: number): boolean => (whole < 0 ? sum > whole : sum < whole);

/** The lines and payments that are joined; null where lines of several files are ticked. */
function sidesOf(detail: ExceptionDetail, chosen: readonly NearRecord[]): Sides | null {
  if (detail.line !== null) {
    return {
      bankFileId: detail.bankFileId,
      lines: [detail.line],
      transactionIds: chosen.flatMap(({ transactionId }) => transactionId ?? []),
    };
  }
  const files = new Set(chosen.map(({ bankFileId }) => bankFileId));
  const [bankFileId] = files;
  if (files.size !== 1 || !bankFileId || detail.transactionId === null) return null;
  return {
    bankFileId,
    lines: chosen.flatMap(({ line }) => line ?? []),
    transactionIds: [detail.transactionId],
  };
}

/** The matches by hand that it is part of, each with the way back. */
function Matches({ detail }: { detail: ExceptionDetail }) {
  const { t } = useTranslation(['exceptions', 'units']);
  const undo = useCommand(undoHandMatch, {
    changes: changedByWork,
    onDone: refreshFiles,
    done: () => t('exceptions:match.undone'),
    refusal: (error) => refusalOf(error, t),
  });
  return (
    <section className={classes['match']} aria-label={t('exceptions:state.MATCHED')}>
      {detail.matches.map((match) => (
        <div key={match.id} className={classes['matched']}>
          <p>
            {t('exceptions:match.by', { name: match.byName, when: formatDateTime(match.at) })}{' '}
            <bdi dir="ltr">{match.transactionIds.map((id) => `#${id}`).join(' + ')}</bdi>
            {' = '}
            {t('reconciliation:entries.line', {
              count: match.lines.length,
              lines: match.lines.map(formatNumber).join(t('reconciliation:absent.comma')),
            })}
          </p>
          {match.holds === false && <p className={classes['warn']}>{t('exceptions:match.holdsNot')}</p>}
          <CommandButton
            command={undo}
            args={{ params: { id: match.id } }}
            variant="default"
            question={{
              title: t('exceptions:match.undoTitle'),
              help: t('exceptions:match.undoHelp'),
              confirmLabel: t('exceptions:match.undo'),
            }}
          >
            {t('exceptions:match.undo')}
          </CommandButton>
        </div>
      ))}
    </section>
  );
}
