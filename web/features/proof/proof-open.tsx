import { ActionIcon, Button } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import type { Proof, ProofCause, ProofFigures, ProofLevel } from '@mizan/contract/proof.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { opensNothing } from '../../ui/opens-nothing.ts';
import { MissingState } from '../../ui/states.tsx';
import own from './more.module.css';
import classes from './proof.module.css';
import type { ProofAddress, ProofSearch } from './proof.search.ts';
import { rowName } from './proof.words.ts';
import { ProofRows } from './proof-rows.tsx';

/** A row of the proof with what it is called, by the key of the address. */
export function rowOf(
  { rows, total }: Proof,
  key: string,
  all: string,
  nameOf: (row: Proof['rows'][number]) => string,
) {
  if (key === 'all') return { figures: total as ProofFigures, name: all };
  for (const row of rows) {
    if (row.key === key) return { figures: row as ProofFigures, name: row.tid ?? nameOf(row) };
    const leaf = row.below.find((each) => each.key === key);
    if (leaf) return { figures: leaf as ProofFigures, name: leaf.tid ?? nameOf(row) };
  }
  return null;
}

/** The gap that is open: its causes as one sum, and what the chosen one is made of. */
export function OpenGap({ proof, address }: { proof: Proof; address: ProofAddress }) {
  const { t } = useTranslation(['proof', 'units']);
  const { state, change } = address;
  const top = useRef<HTMLElement>(null);
  const { row: key, level } = state;
  const place = `${key} ${level}`;
  useEffect(() => {
    if (place) top.current?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  if (key === undefined || level === undefined) return null;
  const row = rowOf(proof, key, t(`proof:all.${state.by ?? 'branch'}`), (of) => rowName(of, t));
  const gap = row?.figures.gaps[level];
  if (!row || !gap) return <MissingState title={t('proof:open.gone')} />;
  // What asks most is open unasked.
  const chosen = gap.causes.find(({ cause }) => cause === state.cause) ?? gap.causes[0];
  return (
    <section ref={top} className={classes['open']} aria-labelledby="proof-open">
      <div className={classes['openHead']}>
        <h2 id="proof-open">
          <bdi>{row.name}</bdi>
          <small>{t(`proof:between.${level}`)}</small>
        </h2>
        <strong {...opensNothing('ofFigures')}>
          <Amount amountMinor={gap.differenceMinor} signed currency={proof.currency} />
        </strong>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('proof:open.close')}
          onClick={() => change({ row: undefined, level: undefined, cause: undefined })}
        >
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
      </div>
      <ul className={classes['causes']} aria-label={t(`proof:between.${level}`)}>
        {gap.causes.map(({ cause, tone, count, amountMinor }) => (
          <li key={cause}>
            <button
              type="button"
              data-tone={tone}
              className={amountMinor > 0 ? own['more'] : undefined}
              aria-pressed={chosen?.cause === cause}
              onClick={() => change({ cause }, true)}
            >
              <span>
                {t(`proof:cause.${cause}`)}
                <small>{t(`proof:help.${cause}`)}</small>
              </span>
              <span>{formatNumber(count)}</span>
              <Amount amountMinor={amountMinor} signed />
            </button>
          </li>
        ))}
      </ul>
      {chosen && <OpenCause cause={chosen.cause} part={{ rowKey: key, proof, state, level }} place={place} />}
    </section>
  );
}

/** What one cause is made of, with where people go on with it. */
function OpenCause({
  cause,
  part,
  place,
}: {
  cause: ProofCause;
  part: Omit<ElsewhereProps, 'cause'>;
  place: string;
}) {
  const { t } = useTranslation('proof');
  const name = t(`proof:cause.${cause}`);
  return (
    <div className={classes['rows']}>
      <div className={classes['openHead']}>
        <h3>{name}</h3>
        <Elsewhere cause={cause} {...part} />
        {cause === 'MISSING' && <ClaimLink {...part} />}
      </div>
      <ProofRows
        key={`${place} ${cause}`}
        part={{ cause }}
        label={name}
        rowKey={part.rowKey}
        state={part.state}
      />
    </div>
  );
}

/** The list of transactions says these exactly. */
const listed: Partial<Record<ProofCause, string>> = {
  NO_FILE: 'NO_FILE',
  PARTLY: 'PARTLY',
  NOT_DUE: 'NOT_DUE',
  WRITTEN_OFF: 'WRITTEN_OFF',
};
/** Exceptions that somebody works on. */
const excepted: Partial<Record<ProofCause, string>> = {
  MISSING: 'missingInBank',
  MISSING_REFUND: 'missingInBank',
  AMOUNT_DIFFERS: 'amountDiffers',
  DUPLICATE: 'duplicate',
  MISSING_IN_PORTAL: 'missingInPortal',
  STATUS_CONFLICT: 'statusConflict',
  SAME_AS_BEFORE: 'sameAsBefore',
  UNDECIDED_SUM: 'undecidedSum',
  UNDECIDED_CHARGE: 'undecidedCharge',
  CHARGEBACK: 'chargeback',
  CHARGEBACK_WON: 'chargeback',
  CHARGEBACK_LOST: 'chargeback',
  ADJUSTMENT: 'adjustment',
  RENT: 'rent',
  BANK_FEE: 'bankFee',
  CHARGEBACK_FEE: 'chargebackFee',
  INVOICE: 'invoice',
  CARRIED_OVER: 'carriedOver',
  UNNAMED_LINE: 'unnamedLine',
};
/** Exceptions of which somebody said how they end. */
const decided: Partial<Record<ProofCause, string>> = {
  ACCEPTED_MISSING: 'ACCEPTED',
  ACCEPTED_LINES: 'ACCEPTED',
  ACCEPTED_CHARGES: 'ACCEPTED',
  CORRECTED_LINES: 'SETTLED',
  CORRECTED_CHARGES: 'SETTLED',
  MATCHED_BY_HAND: 'MATCHED',
};

/** Of which bank, branch and terminal a row is; each undefined where it is of any. */
function placeOf(rowKey: string, state: ProofSearch) {
  const [g, terminal] = rowKey === 'all' ? [] : rowKey.slice(1).split('t');
  return {
    bank: rowKey.startsWith('k') ? (g === '0' ? unknownBank : g) : state.bank,
    branch: rowKey.startsWith('b') ? g : state.branch,
    terminal,
  };
}

/** What is missing of a row, as a claim to its bank. */
function ClaimLink({ rowKey, proof, state }: Pick<ElsewhereProps, 'rowKey' | 'proof' | 'state'>) {
  const { t } = useTranslation('proof');
  const { bank, branch, terminal } = placeOf(rowKey, state);
  if (bank === unknownBank) return null;
  const draft = {
    from: proof.from,
    to: proof.to,
    lost: bank ?? 'any',
    draftCurrency: proof.currency,
    ...(branch !== undefined && { lostBranch: branch }),
    ...(terminal !== undefined && { lostTerminal: terminal }),
  };
  return (
    <Button component={Link} to={paths.feeAudit} search={draft as never}>
      {t('proof:open.claim')}
    </Button>
  );
}

interface ElsewhereProps {
  cause: ProofCause;
  rowKey: string;
  proof: Proof;
  state: ProofSearch;
  level: ProofLevel;
}

/** Where people go on with it: the list of transactions, or the exceptions. */
function Elsewhere({ cause, rowKey, proof, state }: ElsewhereProps) {
  const { t } = useTranslation('proof');
  const bank = listed[cause];
  if (bank !== undefined) {
    const { bank: ofBank, branch: ofBranch, terminal } = placeOf(rowKey, state);
    const filter = {
      from: proof.from,
      to: proof.to,
      days: 'bank',
      bank,
      currency: [proof.currency],
      ...(ofBank !== undefined && { bankId: [ofBank] }),
      ...(ofBranch !== undefined && { branchId: [ofBranch] }),
      ...(terminal !== undefined && { terminalId: [terminal] }),
    };
    return (
      <Link to={paths.transactions} search={filter as never} className={classes['way'] ?? ''}>
        {t('proof:open.transactions')}
      </Link>
    );
  }
  if (cause === 'FEE_DIFFERS') {
    const [, ofRow] = /^k(\d+)/.exec(rowKey) ?? [];
    const bankId = ofRow === '0' ? 'unknown' : (ofRow ?? state.bank);
    const audit = { from: proof.from, to: proof.to, ...(bankId !== undefined && { bank: bankId }) };
    return (
      <Link to={paths.feeAudit} search={audit as never} className={classes['way'] ?? ''}>
        {t('proof:open.fees')}
      </Link>
    );
  }
  const outcome = excepted[cause];
  const ended = decided[cause];
  return outcome === undefined && ended === undefined ? null : (
    <Link
      to={paths.exceptions}
      search={(outcome === undefined ? { state: ended } : { outcome }) as never}
      className={classes['way'] ?? ''}
    >
      {t('proof:open.exceptions')}
    </Link>
  );
}
