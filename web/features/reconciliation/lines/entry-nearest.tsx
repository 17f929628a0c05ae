import type { BankFileEntry, Candidate } from '@mizan/contract/bank-file-entry.ts';
import type { ComparedField } from '@mizan/contract/reconciliation-terms.ts';
import { type TransactionType, transactionTypes } from '@mizan/contract/transaction-types.ts';
import { IconEqual, IconEqualNot } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatDate, formatPercent } from '../../../platform/formats.ts';
import { lineNumber } from '../../../platform/line-number.ts';
import { Identifier } from '../../../ui/identifier.tsx';
import { typeKey } from '../../../ui/type-words.ts';
import classes from './entries.module.css';
import { PaymentLink } from './entry-cells.tsx';
import { reasonText } from './reason.words.ts';

/** Fields worth naming where they agree; the rest would only lengthen the line. */
const tellingFields: readonly ComparedField[] = ['terminal', 'rrn', 'amount'];

/** The nearest record of the other side, what agrees with it and which field failed; or why there is none. */
export function NearestCell({ entry }: { entry: BankFileEntry }) {
  const { t } = useTranslation('reconciliation');
  const [nearest] = entry.candidates;
  const reason = reasonText(t, entry);
  if (!nearest) {
    return (
      <span className={classes['nearest']}>
        {entry.lines.length > 0 && <LineNumbers lines={entry.lines} />}
        {entry.reason === 'fee' ? (
          <FeeChips entry={entry} />
        ) : (
          <span className={classes['reason']}>{reason}</span>
        )}
      </span>
    );
  }
  const shared = nearest.agrees.filter((field) => tellingFields.includes(field));
  return (
    <span className={classes['nearest']} title={reason ?? undefined}>
      <CandidateName candidate={nearest} entry={entry} />
      {shared.map((field) => (
        <FieldChip key={field} field={field} />
      ))}
      {nearest.differs.map(({ field, value }) => (
        <FieldChip key={field} field={field} differing={valueText(field, value, t)} />
      ))}
      {nearest.differs.length === 0 && reason !== null && <span className={classes['reason']}>{reason}</span>}
    </span>
  );
}

function CandidateName({ candidate, entry }: { candidate: Candidate; entry: BankFileEntry }) {
  if (candidate.line !== null) return <LineNumbers lines={[candidate.line]} />;
  return (
    <>
      {entry.lines.length > 0 && <LineNumbers lines={entry.lines} />}
      {candidate.transactionId !== entry.transactionId && <PaymentLink id={candidate.transactionId} />}
    </>
  );
}

export function LineNumbers({ lines }: { lines: readonly number[] }) {
  const { t } = useTranslation('reconciliation');
  return (
    <span className={classes['line']}>
      {t('reconciliation:entries.line', {
        count: lines.length,
        lines: lines.map((line) => lineNumber(t, line)).join(t('reconciliation:absent.comma')),
      })}
    </span>
  );
}

/** 'terminal =' or 'amount ≠ 1,150.00'. The signs are icons: the font has no ≠. */
export function FieldChip({ field, differing }: { field: ComparedField; differing?: string | null }) {
  const { t } = useTranslation('reconciliation');
  const differs = differing !== undefined;
  const Sign = differs ? IconEqualNot : IconEqual;
  return (
    <span className={classes['chip']} data-differs={differs || undefined}>
      {t(`reconciliation:field.${field}`)}
      <Sign size={14} stroke={2} aria-hidden="true" />
      <span className="mz-visually-hidden">
        {t(`reconciliation:field.${differs ? 'differs' : 'agrees'}`)}
      </span>
      {differing && <bdi>{differing}</bdi>}
    </span>
  );
}

/** Values of identifiers stay as they are; amounts and dates speak the language. */
export function valueText(
  field: ComparedField,
  value: string | null,
  t: (key: string) => string,
): string | null {
  if (value === null) return t('reconciliation:field.none');
  if (field === 'amount') return /^-?\d+$/.test(value) ? formatAmount(Number(value)) : value;
  if (field === 'date') return formatDate(value);
  if (field === 'type' && isTransactionType(value)) return t(typeKey(value));
  if (field === 'status') return t(`transactions:status.${statusKey(value)}`);
  return value;
}

const isTransactionType = (value: string): value is TransactionType =>
  (transactionTypes as readonly string[]).includes(value);

/** 'TERMINAL NOT CONNECTED' > 'terminalNotConnected'. */
const statusKey = (status: string): string =>
  status.toLowerCase().replaceAll(/[ _](\w)/g, (_, letter: string) => letter.toUpperCase());

/** What the bank took as fee and VAT against what was agreed of both, and the rate of its fee alone: agreed rates are without VAT. */
export function FeeChips({ entry }: { entry: BankFileEntry }) {
  const { t } = useTranslation('reconciliation');
  const { bankMinor, expectedMinor, bankRateBps } = entry.params;
  if (typeof bankMinor !== 'number' || typeof expectedMinor !== 'number') return null;
  return (
    <>
      <span className={classes['chip']} data-differs>
        {t('reconciliation:entries.fee')}
        <IconEqualNot size={14} stroke={2} aria-hidden="true" />
        <span className="mz-visually-hidden">{t('reconciliation:field.differs')}</span>
        <Identifier>{formatAmount(bankMinor)}</Identifier>
        {typeof bankRateBps === 'number' && (
          <> ({t('reconciliation:entries.feeRate', { rate: formatPercent(bankRateBps) })})</>
        )}
      </span>
      <span className={classes['reason']}>
        {t('reconciliation:entries.feeExpected', { amount: formatAmount(expectedMinor) })}
      </span>
    </>
  );
}
