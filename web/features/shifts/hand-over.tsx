import { Radio } from '@mantine/core';
import { handOverShift, type MyShift } from '@mizan/contract/shifts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { runAndSay } from '../../ui/command-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { WorkingButton } from '../../ui/working-button.tsx';
import { shiftRefusal } from './shift.words.ts';
import classes from './shifts.module.css';
import { shiftChanges, useMyShift } from './shifts.queries.ts';

interface HandOverProps {
  shiftId: string;
  colleagues: MyShift['colleagues'];
  onDone: () => void;
}

/** To the next cashier of the branch, who is free: one press, one choice, one confirmation. */
export function HandOver({ shiftId, colleagues, onDone }: HandOverProps) {
  const { t } = useTranslation('shifts');
  const { refetch } = useMyShift();
  const [isAsking, setAsking] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const next = colleagues.find(({ id }) => id === chosen);
  const command = useCommand(handOverShift, {
    changes: shiftChanges,
    done: () => t('shifts:handOver.done', { name: next?.name }),
    refusal: (error) => shiftRefusal(error, t),
    onDone,
  });
  async function confirm(): Promise<void> {
    if (!next) return;
    const isOver = await runAndSay(command, { params: { id: shiftId }, body: { cashierId: next.id } });
    if (isOver) setAsking(false);
  }
  /** Who is free may have become so since the screen was asked. */
  function ask(): void {
    setAsking(true);
    void refetch();
  }
  return (
    <>
      <WorkingButton variant="default" size="lg" working={false} held={command.isRefused} onClick={ask}>
        {t('shifts:handOver.button')}
      </WorkingButton>
      <ConfirmDialog
        opened={isAsking}
        title={t('shifts:handOver.title')}
        confirmLabel={t('shifts:handOver.confirm')}
        working={command.isWorking}
        isIdle={colleagues.length === 0}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      >
        {colleagues.length === 0 ? (
          t('shifts:handOver.nobody')
        ) : (
          <Radio.Group
            label={t('shifts:handOver.help')}
            value={chosen}
            onChange={setChosen}
            className={classes['colleagues'] ?? ''}
          >
            {colleagues.map(({ id, name }) => (
              <Radio key={id} value={id} label={name} className={classes['colleague'] ?? ''} />
            ))}
          </Radio.Group>
        )}
      </ConfirmDialog>
    </>
  );
}
