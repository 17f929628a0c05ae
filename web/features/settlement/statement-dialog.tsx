import { Button, FileButton, Modal, Select } from '@mantine/core';
import { listArrivedStatements } from '@mizan/contract/arrived-statements.ts';
import { readStatement, type StatementRead, takeStatement } from '@mizan/contract/statements.ts';
import { IconFileImport } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { formatNumber } from '../../platform/formats.ts';
import { useLooksOn } from '../../platform/session.store.ts';
import { runAndSay } from '../../ui/command-button.tsx';
import { TableTold } from '../../ui/table-told.tsx';
import { WorkingButton } from '../../ui/working-button.tsx';
import classes from './deposit.module.css';
import { changedByDeposit } from './settlement.queries.ts';
import { inLanguage } from './settlement.words.ts';
import { statementRefusal } from './statement.words.ts';
import { StatementColumns } from './statement-columns.tsx';
import { presetOf, StatementCredits } from './statement-credits.tsx';
import { StatementDebits } from './statement-debits.tsx';
import { foundIn, type SaidOfTable, saidOf, saidQuery } from './statement-said.ts';

/** One that came by itself lies at the portal: nothing is sent but its number. */
function useArrived(arrived: ArrivedFile | undefined, pick: (file: File) => void): void {
  const begun = useRef(false);
  useEffect(() => {
    if (!arrived || begun.current) return;
    begun.current = true;
    pick(new File([], arrived.fileName));
  });
}

/** What was read of a file, what a person said of it, and what of it is chosen. */
function useStatement(arrived: ArrivedFile | undefined) {
  const { t } = useTranslation('settlement');
  const [file, setFile] = useState<File | null>(null);
  const [shown, setShown] = useState<StatementRead | null>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [takenBack, setTakenBack] = useState<ReadonlyMap<number, string>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  // What was said so far, also while its answer is on its way: the next word adds to it, and the last answer counts.
  const wish = useRef<Wish>({ said: null });
  // What is shown was read by it.
  const readBy = useRef<Wish>({ said: null });
  async function read(from: File, now: Wish): Promise<void> {
    wish.current = now;
    setFile(from);
    setProblem(null);
    setRefused(null);
    setIsReading(true);
    try {
      const query = { bankId: now.bankId, arrivedId: arrived?.id, ...saidQuery(now.said) };
      const found = await call(readStatement, { query, body: from });
      if (wish.current !== now) return;
      readBy.current = now;
      setShown(found);
      setChosen(presetOf(found));
      setTakenBack(
        new Map(found.debits.flatMap(({ entry, proposedId }) => (proposedId ? [[entry, proposedId]] : []))),
      );
    } catch (error) {
      if (wish.current !== now) return;
      // What was said of the table cannot be read so: what is shown stays, with what was said before.
      if (shown && from === file && now.said && now.bankId === readBy.current.bankId) {
        wish.current = readBy.current;
        setRefused(statementRefusal(error, t));
        return;
      }
      setShown(null);
      setProblem(statementRefusal(error, t));
    } finally {
      if (wish.current === now || wish.current === readBy.current) setIsReading(false);
    }
  }
  const pick = (picked: File): void => void read(picked, { said: null });
  useArrived(arrived, pick);
  const sayBank = (bankId: string): void => void (file && read(file, { ...wish.current, bankId }));
  const say = (change: (said: SaidOfTable) => SaidOfTable): void => {
    if (!file || !shown?.table) return;
    const { bankId = shown.bankId ?? undefined, said } = wish.current;
    // What the file itself decided is no word of a person: other columns may decide it otherwise.
    void read(file, { bankId, said: change(said ?? foundIn(shown.table)) });
  };
  const takeBack = (entry: number, depositId: string | null): void =>
    setTakenBack(
      new Map(
        [...takenBack].filter(([each]) => each !== entry).concat(depositId ? [[entry, depositId]] : []),
      ),
    );
  return {
    arrived,
    file,
    shown,
    chosen,
    setChosen,
    takenBack,
    takeBack,
    problem,
    refused,
    isReading,
    pick,
    sayBank,
    say,
  };
}
type ReadStatement = ReturnType<typeof useStatement>;

/** A statement that came by itself. */
export interface ArrivedFile {
  id: string;
  fileName: string;
}

interface Wish {
  bankId?: string | undefined;
  said: SaidOfTable | null;
}

/** What is kept of a statement: exactly what is shown of it. */
function takenOf(
  { credits, table, bankId }: StatementRead,
  { arrived, chosen, takenBack }: Pick<ReadStatement, 'arrived' | 'chosen' | 'takenBack'>,
) {
  const wanted = credits.filter(({ entry }) => chosen.includes(entry));
  const matched = wanted.flatMap(({ entry, match }) => (match ? [`${entry}-${match}`] : []));
  const others = wanted.filter(({ evidence }) => evidence === 'KNOWN').map(({ entry }) => entry);
  const listed = (each: readonly unknown[]): string | undefined => each.join(',') || undefined;
  return {
    bankId: bankId ?? undefined,
    arrivedId: arrived?.id,
    ...saidQuery(table && saidOf(table)),
    entries: listed(chosen),
    matched: listed(matched),
    others: listed(others),
    takenBack: listed([...takenBack].map(([entry, depositId]) => `${entry}-${depositId}`)),
  };
}

/** A bank statement: what it holds and what its credits may pay is seen before anything is kept. */
export default function StatementDialog({
  arrived,
  onClose,
}: {
  arrived?: ArrivedFile | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation(['settlement', 'common']);
  const statement = useStatement(arrived);
  const { problem } = statement;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('settlement:statement.title')}
      size={640}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
    >
      <div className={classes['statement']}>
        <p className={classes['help']}>
          {t(arrived ? 'settlement:arrived.dialogHelp' : 'settlement:statement.help')}
        </p>
        {arrived ? (
          <p>
            <bdi>{arrived.fileName}</bdi>
          </p>
        ) : (
          <PickFile statement={statement} />
        )}
        {problem !== null && (
          <p role="alert" className={classes['warning']}>
            {problem}
          </p>
        )}
        <Shown statement={statement} />
        <Foot statement={statement} onClose={onClose} />
      </div>
    </Modal>
  );
}

function Foot({ statement, onClose }: { statement: ReadStatement; onClose: () => void }) {
  const { t } = useTranslation(['settlement', 'common']);
  const { file, shown, chosen, takenBack, isReading } = statement;
  const take = useCommand(takeStatement, {
    changes: [...changedByDeposit, listArrivedStatements],
    done: ({ addedCount, matchedCount, takenBackCount }) =>
      t(takenBackCount > 0 ? 'settlement:statement.savedAndBack' : 'settlement:statement.saved', {
        added: formatNumber(addedCount),
        matched: formatNumber(matchedCount),
        back: formatNumber(takenBackCount),
      }),
    refusal: (error) => statementRefusal(error, t),
    onDone: onClose,
  });
  const [count, key] =
    chosen.length === 0 && takenBack.size > 0
      ? [takenBack.size, 'settlement:statement.saveBack' as const]
      : [chosen.length, 'settlement:statement.save' as const];
  return (
    <div className={classes['foot']}>
      <Button variant="default" onClick={onClose}>
        {t('common:actions.cancel')}
      </Button>
      {shown?.bankId && file && !isReading && (
        <WorkingButton
          working={take.isWorking}
          held={count === 0 || take.isRefused}
          onClick={() => void runAndSay(take, { query: takenOf(shown, statement), body: file })}
        >
          {t(key, { count, number: formatNumber(count) })}
        </WorkingButton>
      )}
    </div>
  );
}

function PickFile({ statement: { file, isReading, pick } }: { statement: ReadStatement }) {
  const { t } = useTranslation('settlement');
  const looksOn = useLooksOn();
  return (
    <FileButton
      onChange={(picked) => picked && pick(picked)}
      accept=".xml,.sta,.mt940,.940,.txt,.csv,.xlsx,.xls,text/plain,text/csv,application/xml"
      inputProps={{ 'aria-label': t('settlement:statement.file') }}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          disabled={looksOn}
          loading={isReading}
          leftSection={<IconFileImport size={16} stroke={1.6} aria-hidden="true" />}
        >
          {file === null ? t('settlement:statement.choose') : <bdi>{file.name}</bdi>}
        </Button>
      )}
    </FileButton>
  );
}

/** Whose it is where no IBAN says it, how it is read where it is a table, and its lines. */
function Shown({ statement }: { statement: ReadStatement }) {
  const { t } = useTranslation('settlement');
  const { shown, chosen, setChosen, takenBack, takeBack, sayBank, say, refused } = statement;
  if (!shown) return null;
  const { table, bankId } = shown;
  const isSaid =
    table === null || (table.missing.length === 0 && table.asked.every(({ way }) => way !== null));
  return (
    <>
      {shown.banks.length > 0 && (
        <Select
          label={t('settlement:statement.whose')}
          description={t(
            shown.isBankRemembered
              ? 'settlement:statement.whoseRemembered'
              : 'settlement:statement.whoseHelp',
          )}
          data={shown.banks.map((bank) => ({ value: bank.id, label: inLanguage(bank) }))}
          value={bankId}
          allowDeselect={false}
          onChange={(chosenId) => chosenId !== null && sayBank(chosenId)}
        />
      )}
      {table !== null && (
        <>
          <TableTold
            table={table.told}
            refused={refused}
            isDoubtful={
              table.missing.length > 0 || table.told.isEncodingGuessed || (table.told.sheets ?? []).length > 1
            }
            onChange={(told) => say(() => ({ ...told, columns: null }))}
          />
          <StatementColumns table={table} onSay={say} />
        </>
      )}
      {bankId !== null && isSaid && (
        <>
          <StatementCredits shown={shown} chosen={chosen} onChoose={setChosen} />
          <StatementDebits debits={shown.debits} takenBack={takenBack} onTakeBack={takeBack} />
        </>
      )}
    </>
  );
}
