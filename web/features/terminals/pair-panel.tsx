import { Button } from '@mantine/core';
import { isOtherModel } from '@mizan/contract/mada-packages.ts';
import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { IconCheck, IconCircleDashed, IconEqualNot } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../platform/failure.words.ts';
import { usePairingCode } from '../../platform/pairing.ts';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { PairingCode } from '../../ui/pairing-code.tsx';
import classes from './terminal-detail.module.css';

interface PairPanelProps {
  terminal: TerminalRow;
  onClose: () => void;
}

/** A code that pairs a device with this terminal, after what it puts an end to; then what came of it. */
export function PairPanel({ terminal, onClose }: PairPanelProps) {
  const { t } = useTranslation('terminals');
  const { made, working, error, make } = usePairingCode(terminal);
  const { isPaired, openTransactionId } = terminal;
  // What was known when the panel opened: what differs from it came by the code.
  const [before] = useState({ isPaired, serialNumber: terminal.serialNumber });
  const isDone =
    made !== undefined && isPaired && (!before.isPaired || terminal.serialNumber !== before.serialNumber);
  return (
    <DockedDrawer
      title={
        <>
          {t(before.isPaired ? 'terminals:detail.replace' : 'terminals:detail.pair')}{' '}
          <Identifier>{terminal.tid}</Identifier>
        </>
      }
      onClose={onClose}
    >
      {made && !isDone && <PairingCode tid={terminal.tid} {...made} working={working} onNew={make} />}
      {!made && (
        <>
          {before.isPaired && (
            <ul className={classes['consequences']}>
              <li>{t('terminals:replace.key')}</li>
              <li>{t('terminals:replace.history')}</li>
              <li>{t('terminals:replace.reconcile')}</li>
              {openTransactionId !== null && <li data-bad>{t('terminals:replace.undecided')}</li>}
            </ul>
          )}
          <p className={classes['said']}>{t('terminals:pairing.until')}</p>
          <Button loading={working} onClick={make}>
            {t('terminals:pairing.make')}
          </Button>
        </>
      )}
      <h3 className={classes['heading']}>{t('terminals:pairing.happens')}</h3>
      <PairingSteps terminal={terminal} isMade={made !== undefined} isDone={isDone} />
      {made && !isDone && <p className={classes['said']}>{t('terminals:pairing.mayClose')}</p>}
      {error && (
        <p role="alert" className={classes['error']}>
          {failureText(error, t)}
        </p>
      )}
    </DockedDrawer>
  );
}

interface StepsProps {
  terminal: TerminalRow;
  isMade: boolean;
  isDone: boolean;
}

/** What has happened, and what is still to come. */
export function PairingSteps({ terminal, isMade, isDone }: StepsProps) {
  const { t } = useTranslation('terminals');
  const { packageFit: fit } = terminal;
  const isOther = isOtherModel(terminal);
  const isChecked = isDone && terminal.reportedModel !== null;
  const steps = [
    { key: 'made', text: t('terminals:pairing.steps.made'), isOver: isMade },
    {
      key: 'key',
      text: t('terminals:pairing.steps.key'),
      isOver: isDone,
      detail: isDone ? terminal.serialNumber : null,
    },
    {
      key: 'model',
      text: t(
        isChecked ? `terminals:pairing.model.${isOther ? 'other' : 'same'}` : 'terminals:pairing.steps.model',
      ),
      isOver: isChecked,
      isBad: isChecked && isOther,
      detail: isChecked ? terminal.reportedModel : null,
    },
    {
      key: 'package',
      text: t(
        isDone && terminal.madaPackage !== null
          ? `terminals:pairing.package.${fit}`
          : 'terminals:pairing.steps.package',
      ),
      // What nobody has said is no answer of the check.
      isOver: isDone && terminal.madaPackage !== null && fit !== 'NOT_SET',
      isBad: isDone && fit === 'DOES_NOT_FIT',
      detail: isDone ? terminal.madaPackage : null,
    },
  ];
  return (
    <ol className={classes['steps']}>
      {steps.map(({ key, text, isOver, isBad, detail }) => {
        const StepIcon = isBad ? IconEqualNot : isOver ? IconCheck : IconCircleDashed;
        return (
          <li key={key} data-over={isOver || undefined} data-bad={isBad || undefined}>
            <StepIcon size={16} stroke={1.8} aria-hidden="true" />
            <span>{text}</span>
            {detail && <Identifier>{detail}</Identifier>}
          </li>
        );
      })}
    </ol>
  );
}
