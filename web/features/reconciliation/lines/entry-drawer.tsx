import type { BankFileEntry, Candidate } from '@mizan/contract/bank-file-entry.ts';
import { lineAnswers } from '@mizan/contract/reconciliation-terms.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../../../platform/formats.ts';
import { Amount } from '../../../ui/amount.tsx';
import { DockedDrawer } from '../../../ui/docked-drawer.tsx';
import { DrawerSteps } from '../../../ui/drawer-steps.tsx';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { MissingState } from '../../../ui/states.tsx';
import { useEntry } from '../bank-file/reconciliation.queries.ts';
import classes from './entries.module.css';
import { EarlierLink, OutcomeCell, PaymentLink } from './entry-cells.tsx';
import { FeeChips, FieldChip, LineNumbers, valueText } from './entry-nearest.tsx';
import { LineAnswer } from './line-answer.tsx';
import { reasonText } from './reason.words.ts';

interface EntryDrawerProps {
  id: string;
  seq: number;
  /** Exceptions are numbered first: among them one steps from one to the next. */
  exceptionCount: number;
  onGo: (seq: number) => void;
  onClose: () => void;
}

/** One entry whole: what both sides have, why they do not agree, and its nearest records field by field. */
export function EntryDrawer({ id, seq, exceptionCount, onGo, onClose }: EntryDrawerProps) {
  const { t } = useTranslation(['reconciliation', 'transactions']);
  const query = useEntry(id, seq);
  const step = (label: string, target: number) => ({
    label,
    onGo: target < 1 || target > exceptionCount ? undefined : () => onGo(target),
  });
  return (
    <DockedDrawer
      title={query.data ? <OutcomeCell entry={query.data} t={t} /> : t('reconciliation:entries.title')}
      onClose={onClose}
      actions={
        seq <= exceptionCount && (
          <DrawerSteps
            before={step(t('reconciliation:entries.previous'), seq - 1)}
            after={step(t('reconciliation:entries.next'), seq + 1)}
          />
        )
      }
    >
      <Loaded of={query} rows={8}>
        {(entry) =>
          entry ? (
            <Detail id={id} entry={entry} />
          ) : (
            <MissingState title={t('reconciliation:entries.missing')} />
          )
        }
      </Loaded>
    </DockedDrawer>
  );
}

function Detail({ id, entry }: { id: string; entry: BankFileEntry }) {
  const { t } = useTranslation(['reconciliation', 'transactions']);
  const reason = reasonText(t, entry);
  return (
    <>
      <div className={classes['detailHead']}>
        <span>{t('reconciliation:entries.difference')}</span>
        <Amount size="h1" amountMinor={entry.differenceMinor} signed currency={entry.currency} />
      </div>
      {reason !== null && <p className={classes['detailReason']}>{reason}</p>}
      <Answer id={id} entry={entry} />
      <EntryFacts entry={entry} />
      {entry.reason === 'fee' && <FeeChips entry={entry} />}
      {entry.candidates.length > 0 && (
        <>
          <h3 className={classes['candidatesTitle']}>{t('reconciliation:entries.candidates')}</h3>
          <ul className={classes['candidates']}>
            {entry.candidates.map((candidate) => (
              <CandidateRow key={`${candidate.transactionId} ${candidate.line}`} candidate={candidate} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Of a line that an earlier file seems to have: what a person may say of it, or may say otherwise. */
function Answer({ id, entry }: { id: string; entry: BankFileEntry }) {
  const { earlier, outcome, params, lines } = entry;
  const [line] = lines;
  if (!earlier || line === undefined) return null;
  const isAsked = outcome === 'sameAsBefore';
  if (!isAsked && params['isAnswered'] !== true) return null;
  const others = lineAnswers.filter((answer) => isAsked || (answer === 'SAME') === (outcome === 'duplicate'));
  return (
    <div className={classes['answer']}>
      <LineAnswer
        id={id}
        earlier={earlier}
        line={line}
        answers={others}
        fitsAnother={params['fitsAnother'] === true}
      />
    </div>
  );
}

function EntryFacts({ entry }: { entry: BankFileEntry }) {
  const { t } = useTranslation(['reconciliation', 'transactions']);
  const facts: Fact[] = [
    [t('reconciliation:entries.portal'), figure(entry.portalMinor)],
    [t('reconciliation:entries.bank'), figure(entry.bankMinor)],
    [t('reconciliation:entries.payment'), entry.transactionId && <PaymentLink id={entry.transactionId} />],
    [t('reconciliation:list.lines'), entry.lines.map(formatNumber).join(t('reconciliation:absent.comma'))],
    [t('reconciliation:entries.earlier'), entry.earlier && <EarlierLink earlier={entry.earlier} />],
    [t('transactions:columns.terminal'), entry.tid && <Identifier>{entry.tid}</Identifier>],
    [t('transactions:columns.rrn'), entry.rrn && <Identifier>{entry.rrn}</Identifier>],
    [t('transactions:columns.card'), entry.lastFour && <Identifier>{`•••• ${entry.lastFour}`}</Identifier>],
    [
      t('transactions:columns.scheme'),
      entry.scheme && t(`transactions:scheme.${entry.scheme.toLowerCase()}`, { defaultValue: entry.scheme }),
    ],
    [t('transactions:columns.date'), entry.day && formatDate(entry.day)],
  ];
  return <Facts facts={facts} />;
}

const figure = (minor: number | null): ReactNode => (minor === null ? null : <Amount amountMinor={minor} />);

/** A record of the other side: each field that was compared, with what differs. */
function CandidateRow({ candidate }: { candidate: Candidate }) {
  const { t } = useTranslation(['reconciliation', 'transactions']);
  return (
    <li>
      {candidate.line === null ? (
        <PaymentLink id={candidate.transactionId} />
      ) : (
        <LineNumbers lines={[candidate.line]} />
      )}
      {candidate.agrees.map((field) => (
        <FieldChip key={field} field={field} />
      ))}
      {candidate.differs.map(({ field, value }) => (
        <FieldChip key={field} field={field} differing={valueText(field, value, t)} />
      ))}
    </li>
  );
}
