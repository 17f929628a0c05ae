import { answerLines, getEarlierFiles } from '@mizan/contract/earlier-files.ts';
import type { LineAnswerKind } from '@mizan/contract/reconciliation-terms.ts';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../platform/command.ts';
import { CommandButton } from '../../../ui/command-button.tsx';
import { refreshFiles } from '../bank-file/reconciliation.queries.ts';

interface LineAnswerProps {
  /** The file whose lines are answered, and the earlier one that has them. */
  id: string;
  earlier: { bankFileId: string; fileName: string };
  /** Null is every line that has no answer of its own. */
  line: number | null;
  answers: readonly LineAnswerKind[];
  /** Another transaction fits the line as well: it is that one's where it is not the earlier line again. */
  fitsAnother?: boolean;
}

/** Says of lines whether they are an earlier file's come again, after asking once: the file is judged again by it. */
export function LineAnswer({ id, earlier, line, answers, fitsAnother = false }: LineAnswerProps) {
  const { t } = useTranslation('reconciliation');
  const command = useCommand(answerLines, { changes: [getEarlierFiles], onDone: refreshFiles });
  const which = line === null ? 'all' : 'one';
  const wordsOf = (answer: LineAnswerKind) => (answer === 'SECOND' && fitsAnother ? 'ANOTHER' : answer);
  return answers.map((answer) => (
    <CommandButton
      key={answer}
      command={command}
      args={{ params: { id }, body: { earlierFileId: earlier.bankFileId, line, answer } }}
      variant="default"
      size="xs"
      question={{
        title: t(`reconciliation:earlierFiles.${wordsOf(answer)}.${which}`),
        help: t(`reconciliation:earlierFiles.${wordsOf(answer)}.help`, { file: earlier.fileName }),
        confirmLabel: t(`reconciliation:earlierFiles.${wordsOf(answer)}.action`),
      }}
    >
      {t(`reconciliation:earlierFiles.${wordsOf(answer)}.action`)}
    </CommandButton>
  ));
}
