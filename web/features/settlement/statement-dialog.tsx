import { Button, FileButton, Modal, Select } from '@mantine/core';
import { readStatement, type StatementRead, takeStatement } from '@mizan/contract/statements.ts';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { formatNumber } from '../../platform/formats.ts';
import { runAndSay } from '../../ui/command-button.tsx';
import { WorkingButton } from '../../ui/working-button.tsx';
import classes from './deposit.module.css';
import { changedByDeposit } from './settlement.queries.ts';
import { inLanguage } from './settlement.words.ts';
import { statementRefusal } from './statement.words.ts';
import { presetOf, StatementCredits } from './statement-credits.tsx';

/** What was read of a file, and which of its credits are chosen. */
function useStatement() {
  const { t } = useTranslation('settlement');
  const [file, setFile] = useState<File | null>(null);
  const [shown, setShown] = useState<StatementRead | null>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  async function read(from: File, bankId?: string): Promise<void> {
    setFile(from);
    setProblem(null);
    setIsReading(true);
    try {
      const found = await call(readStatement, { query: { bankId }, body: from });
      setShown(found);
      setChosen(presetOf(found));
    } catch (error) {
      setShown(null);
      setProblem(statementRefusal(error, t));
    } finally {
      setIsReading(false);
    }
  }
  return { file, shown, chosen, setChosen, problem, isReading, read };
}
type ReadStatement = ReturnType<typeof useStatement>;

/** A bank statement: what it holds and what its credits may pay is seen before anything is kept. */
export default function StatementDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['settlement', 'common']);
  const statement = useStatement();
  const { file, shown, chosen, problem } = statement;
  const take = useCommand(takeStatement, {
    changes: changedByDeposit,
    done: ({ addedCount, matchedCount }) =>
      t('settlement:statement.saved', {
        added: formatNumber(addedCount),
        matched: formatNumber(matchedCount),
      }),
    refusal: (error) => statementRefusal(error, t),
    onDone: onClose,
  });
  const bankId = shown?.bankId;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('settlement:statement.title')}
      size={640}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
    >
      <div className={classes['statement']}>
        <p className={classes['help']}>{t('settlement:statement.help')}</p>
        <PickFile statement={statement} />
        {problem !== null && (
          <p role="alert" className={classes['warning']}>
            {problem}
          </p>
        )}
        <Shown statement={statement} />
        <div className={classes['foot']}>
          <Button variant="default" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          {bankId && file && (
            <WorkingButton
              working={take.isWorking}
              held={chosen.length === 0}
              onClick={() =>
                void runAndSay(take, { query: { bankId, entries: chosen.join(',') }, body: file })
              }
            >
              {t('settlement:statement.save', {
                count: chosen.length,
                number: formatNumber(chosen.length),
              })}
            </WorkingButton>
          )}
        </div>
      </div>
    </Modal>
  );
}

function PickFile({ statement: { file, isReading, read } }: { statement: ReadStatement }) {
  const { t } = useTranslation('settlement');
  return (
    <FileButton
      onChange={(picked) => picked && void read(picked)}
      accept=".xml,.sta,.mt940,.940,.txt,text/plain,application/xml"
      inputProps={{ 'aria-label': t('settlement:statement.file') }}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          loading={isReading}
          leftSection={<IconFileImport size={16} stroke={1.6} aria-hidden="true" />}
        >
          {file === null ? t('settlement:statement.choose') : <bdi>{file.name}</bdi>}
        </Button>
      )}
    </FileButton>
  );
}

/** Whose it is where that has to be asked, or else its credits. */
function Shown({ statement: { file, shown, chosen, setChosen, read } }: { statement: ReadStatement }) {
  const { t } = useTranslation('settlement');
  if (!shown || !file) return null;
  if (shown.bankId !== null) {
    return <StatementCredits shown={shown} chosen={chosen} onChoose={setChosen} />;
  }
  return (
    <Select
      label={t('settlement:statement.whose')}
      description={t('settlement:statement.whoseHelp')}
      data={shown.banks.map((bank) => ({ value: bank.id, label: inLanguage(bank) }))}
      value={null}
      onChange={(bankId) => bankId !== null && void read(file, bankId)}
    />
  );
}
