import { NativeSelect, TextInput } from '@mantine/core';
import { type ConfirmedPart, type FilePart, removePart } from '@mizan/contract/bank-file-part.ts';
import type { LayoutProposal } from '@mizan/contract/bank-file-reading.ts';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../platform/api-client.ts';
import { useCommand } from '../../../platform/command.ts';
import { formatDateTime } from '../../../platform/formats.ts';
import { CommandButton } from '../../../ui/command-button.tsx';
import { refreshFiles } from '../bank-file/reconciliation.queries.ts';
import { ClosingTime } from './closing-time.tsx';
import classes from './reading.module.css';
import { partName } from './reading.words.ts';

interface FilePartFieldsProps {
  proposal: LayoutProposal;
  part: FilePart | null;
  onChange: (part: FilePart) => void;
}

const isNew = 'new';

/** Which part of its layout a file is, where there are several, until when it covers, and when the shop closes. */
export function FilePartFields({ proposal, part, onChange }: FilePartFieldsProps) {
  const { t } = useTranslation('reconciliation');
  const { partChoices, partAsked, whole } = proposal;
  const isAsked = partAsked !== null && part === null;
  const nameOf = ({ id, name }: FilePart): string =>
    id === null ? t('reconciliation:reading.filePart.new') : partName(t, name, proposal.bankName);
  const choices = partChoices.map((each) => ({ value: each.id ?? isNew, label: nameOf(each) }));
  const unanswered = { value: '', label: t('reconciliation:reading.choose') };
  return (
    <div className={classes['part']} data-open={isAsked || undefined}>
      {choices.length > 0 && (
        <NativeSelect
          label={t('reconciliation:reading.question.part')}
          description={partAsked && t(`reconciliation:reading.filePart.asked.${partAsked}`)}
          aria-invalid={isAsked || undefined}
          value={part ? (part.id ?? isNew) : ''}
          data={isAsked ? [unanswered, ...choices] : choices}
          onChange={(event) => {
            const chosen = partChoices.find(({ id }) => (id ?? isNew) === event.currentTarget.value);
            if (chosen) onChange(chosen);
          }}
        />
      )}
      {part && choices.length > 0 && (
        <TextInput
          label={t('reconciliation:reading.filePart.name')}
          maxLength={80}
          value={part.name}
          onChange={(event) => onChange({ ...part, name: event.currentTarget.value })}
        />
      )}
      {part && (
        <ClosingTime
          key={part.id}
          label={t('reconciliation:reading.filePart.closes')}
          description={
            whole?.covers &&
            t('reconciliation:reading.filePart.to', { time: formatDateTime(whole.covers.to) })
          }
          minute={part.closesMinute}
          onChange={(closesMinute) => onChange({ ...part, closesMinute })}
        />
      )}
    </div>
  );
}

/** What was confirmed that files of this layout hold: by whom, and when. One that no file is of may be removed. */
export function ConfirmedParts({ parts, bankName }: { parts: readonly ConfirmedPart[]; bankName: string }) {
  const { t } = useTranslation('reconciliation');
  const remove = useCommand(removePart, {
    onDone: refreshFiles,
    refusal: (error) =>
      isApiError(error) && error.code === 'conflict'
        ? t('reconciliation:reading.filePart.isUsed')
        : undefined,
  });
  const nameOf = ({ name }: ConfirmedPart): string => partName(t, name, bankName);
  if (parts.length === 0) return null;
  return (
    <section className={classes['section']}>
      <div className={classes['sectionHead']}>
        <h2>{t('reconciliation:reading.filePart.confirmed')}</h2>
      </div>
      <ul className={classes['notCounted']}>
        {parts.map((part) => (
          <li key={part.id}>
            <bdi>{nameOf(part)}</bdi>{' '}
            <span className={classes['hint']}>
              {t('reconciliation:reading.filePart.by', {
                name: part.confirmedByName,
                time: formatDateTime(part.confirmedAt),
              })}
            </span>
            {part.fileCount === 0 && (
              <>
                {' '}
                {t('reconciliation:reading.filePart.unused')}{' '}
                <CommandButton
                  variant="subtle"
                  size="compact-sm"
                  command={remove}
                  args={{ params: { id: part.id } }}
                  name={t('reconciliation:reading.filePart.removeNamed', { part: nameOf(part) })}
                  question={{
                    title: t('reconciliation:reading.filePart.removeTitle'),
                    help: t('reconciliation:reading.filePart.removeHelp'),
                    confirmLabel: t('reconciliation:reading.filePart.remove'),
                    danger: true,
                  }}
                >
                  {t('reconciliation:reading.filePart.remove')}
                </CommandButton>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
