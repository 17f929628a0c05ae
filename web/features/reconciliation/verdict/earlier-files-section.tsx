import {
  answerLines,
  type CorrectedLines,
  type EarlierFiles,
  type GivenAnswer,
  getEarlierFiles,
  replaceFile,
} from '@mizan/contract/earlier-files.ts';
import type { EntryParts } from '@mizan/contract/entry-parts.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { BankFileDetail } from '@mizan/contract/reconciliation.ts';
import { lineAnswers, type Outcome } from '@mizan/contract/reconciliation-terms.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../platform/command.ts';
import { formatAmount } from '../../../platform/formats.ts';
import { lineNumber } from '../../../platform/line-number.ts';
import { routeQuery } from '../../../platform/query-client.ts';
import { CommandButton } from '../../../ui/command-button.tsx';
import { HoleLink } from '../bank-file/hole-link.tsx';
import { refreshFiles } from '../bank-file/reconciliation.queries.ts';
import type { BankFileTab } from '../bank-file/reconciliation.search.ts';
import { LineAnswer } from '../lines/line-answer.tsx';
import classes from './earlier-files.module.css';

/** Outcomes of lines that an earlier file may have. */
const ofEarlierFiles: readonly Outcome[] = [
  'sameAsBefore',
  'confirmedBefore',
  'duplicate',
  'amountDiffers',
  'feeDiffers',
];

/** What of a file earlier files brought, and what a person may say of it; nothing where there is nothing to say. */
export function EarlierFilesSection({ detail }: { detail: BankFileDetail }) {
  const { result, history } = detail;
  const isAsked =
    (result?.outcomes ?? []).some(({ outcome }) => ofEarlierFiles.includes(outcome)) ||
    history.some(({ cause }) => cause.kind === 'replaces' || cause.kind === 'answered');
  const query = useQuery({
    ...routeQuery(getEarlierFiles, { params: { id: detail.id } }, { live: ['FIL'] }),
    enabled: isAsked,
  });
  return query.data ? <Rows id={detail.id} files={query.data} /> : null;
}

function Rows({ id, files }: { id: string; files: EarlierFiles }) {
  const { t } = useTranslation(['reconciliation', 'units']);
  const title = useId();
  const { asked, corrected, answers, replaced } = files;
  if ([asked, corrected, answers, replaced].every((rows) => rows.length === 0)) return null;
  return (
    <section className={classes['section']} aria-labelledby={title}>
      <h2 className={classes['title']} id={title}>
        {t('reconciliation:earlierFiles.title')}
      </h2>
      <ul className={classes['rows']}>
        {asked.map((each) => (
          <Row
            key={`asked ${each.bankFileId} ${each.currency}`}
            opens={{ file: id, tab: 'sameAsBefore', ...partOf(each, asked) }}
            text={t('reconciliation:earlierFiles.asked', {
              lines: t('units:line', { count: each.count }),
              amount: formatAmount(each.bankMinor),
              currency: t(`units:currency.${each.currency}`),
              file: each.fileName,
            })}
          >
            <LineAnswer id={id} earlier={each} line={null} answers={lineAnswers} />
          </Row>
        ))}
        {corrected.map((each) => (
          <Corrected
            key={`corrected ${each.bankFileId} ${each.currency}`}
            id={id}
            lines={each}
            opens={{ file: id, tab: 'corrected', ...partOf(each, corrected) }}
          />
        ))}
        {answers.map((each) => (
          <Given key={`answer ${each.bankFileId} ${each.line}`} id={id} given={each} />
        ))}
        {replaced.map((each) => (
          <Row
            key={`replaced ${each.bankFileId}`}
            text={t('reconciliation:earlierFiles.replaced', { file: each.fileName })}
          />
        ))}
      </ul>
    </section>
  );
}

/** Which entries a row counts. */
type Opens = EntryParts & { file: string; tab: BankFileTab };

/** The earlier file of a row, and its currency where that file has rows of several. */
const partOf = <Line extends { bankFileId: string; currency: Currency }>(
  { bankFileId, currency }: Line,
  all: readonly Line[],
): EntryParts =>
  all.filter((each) => each.bankFileId === bankFileId).length > 1
    ? { earlier: bankFileId, currency }
    : { earlier: bankFileId };

function Row({ text, opens, children }: { text: string; opens?: Opens; children?: ReactNode }) {
  return (
    <li className={classes['row']}>
      {opens === undefined ? (
        <span className={classes['text']}>{text}</span>
      ) : (
        <HoleLink {...opens} className={classes['text']}>
          {text}
        </HoleLink>
      )}
      {children && <span className={classes['actions']}>{children}</span>}
    </li>
  );
}

/** Lines with other figures than the earlier file has: what would follow if this file took its place is said first. */
function Corrected({ id, lines, opens }: { id: string; lines: CorrectedLines; opens: Opens }) {
  const { t } = useTranslation(['reconciliation', 'units']);
  const command = useCommand(replaceFile, { changes: [getEarlierFiles], onDone: refreshFiles });
  const { bankFileId, fileName: file, heldCount, takenCount } = lines;
  const facts = {
    file,
    taken: t('units:transaction', { count: takenCount }),
    left: t('units:transaction', { count: heldCount - takenCount }),
  };
  return (
    <Row
      opens={opens}
      text={t('reconciliation:earlierFiles.corrected', {
        lines: t('units:line', { count: lines.count }),
        amount: formatAmount(lines.differenceMinor),
        currency: t(`units:currency.${lines.currency}`),
        file,
      })}
    >
      <CommandButton
        command={command}
        args={{ params: { id }, body: { earlierFileId: bankFileId } }}
        variant="default"
        size="xs"
        question={{
          title: t('reconciliation:earlierFiles.replace.title', { file }),
          help: (
            <>
              <p>{t('reconciliation:earlierFiles.replace.taken', facts)}</p>
              {heldCount > takenCount && <p>{t('reconciliation:earlierFiles.replace.left', facts)}</p>}
              <p>{t('reconciliation:earlierFiles.replace.after', facts)}</p>
            </>
          ),
          confirmLabel: t('reconciliation:earlierFiles.replace.action'),
          danger: true,
        }}
      >
        {t('reconciliation:earlierFiles.replace.action')}
      </CommandButton>
    </Row>
  );
}

/** What somebody said, which can be taken back. */
function Given({ id, given }: { id: string; given: GivenAnswer }) {
  const { t } = useTranslation('reconciliation');
  const command = useCommand(answerLines, { changes: [getEarlierFiles], onDone: refreshFiles });
  const { bankFileId, fileName, line, answer, byName } = given;
  const which = line === null ? 'all' : 'one';
  return (
    <Row
      text={t(`reconciliation:earlierFiles.given.${which}`, {
        line: line === null ? '' : lineNumber(t, line),
        file: fileName,
        answer: t(`reconciliation:earlierFiles.${answer}.said`),
        name: byName,
      })}
    >
      <CommandButton
        command={command}
        args={{ params: { id }, body: { earlierFileId: bankFileId, line, answer: null } }}
        variant="subtle"
        size="xs"
      >
        {t('reconciliation:earlierFiles.takeBack')}
      </CommandButton>
    </Row>
  );
}
