import { Progress } from '@mantine/core';
import { type BankFileDetail, type BankFileStage, bankFileStages } from '@mizan/contract/reconciliation.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatNumber } from '../../platform/formats.ts';
import { Steps } from '../../ui/steps.tsx';
import classes from './bank-file.module.css';

/** How far a file is. It moves by live messages, and goes on where the window is closed. */
export function BankFileProgress({ detail }: { detail: BankFileDetail }) {
  const { t } = useTranslation(['reconciliation', 'common']);
  const current = bankFileStages.indexOf(detail.stage ?? 'read');
  const { stagePart, stageTotal } = detail;
  const share = stagePart !== null && stageTotal ? Math.min(1, stagePart / stageTotal) : null;
  const stage = t(`reconciliation:progress.${bankFileStages[current]}`);
  return (
    <>
      {/* Beside what is busy, which readers pass over. Each stage is told once, not every line of it. */}
      <p className="mz-visually-hidden" role="status">
        {stage}
      </p>
      <section className={classes['progress']} aria-busy="true">
        <h1 className={classes['progressTitle']}>{stage}</h1>
        <Progress
          value={share === null ? 100 : share * 100}
          animated={share === null}
          aria-label={stage}
          className={classes['progressBar'] ?? ''}
        />
        <p className={classes['quiet']}>{partText(t, detail.stage, stagePart, stageTotal)}</p>
        <Steps
          label={t('reconciliation:progress.label')}
          steps={bankFileStages.map((stage, index) => ({
            id: stage,
            label: t(`reconciliation:progress.${stage}`),
            state: index < current ? 'done' : index === current ? 'current' : 'todo',
          }))}
        />
      </section>
    </>
  );
}

/** Reading is told in bytes of the file, everything after it in lines. */
function partText(
  t: TFunction,
  stage: BankFileStage | null,
  part: number | null,
  total: number | null,
): string {
  if (part === null || !total) return t('reconciliation:progress.goesOn');
  const inBytes = stage === 'read' || stage === null;
  const values = inBytes
    ? { part: formatBytes(part), total: formatBytes(total) }
    : { part: formatNumber(part), total: formatNumber(total) };
  return t(inBytes ? 'common:words.ofTotal' : 'reconciliation:progress.lines', values);
}
