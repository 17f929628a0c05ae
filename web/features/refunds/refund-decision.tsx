import { Button, Textarea } from '@mantine/core';
import {
  approveRefund,
  getRefund,
  listRefunds,
  previewRefund,
  type RefundDetail,
  refundNoteMax,
  refundTotals,
  refuseRefund,
  withdrawRefund,
} from '@mizan/contract/refunds.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { useForm } from '../../platform/form.ts';
import { formatAmount } from '../../platform/formats.ts';
import { startedHere } from '../../platform/results.store.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { AtDrawerFoot, Form } from '../../ui/form.tsx';
import classes from './refund-drawer.module.css';
import { TerminalChoice } from './refund-form-parts.tsx';
import { branchOf, namedRefusal, refusalText } from './refunds.words.ts';

const changes = [listRefunds, getRefund, refundTotals, previewRefund];
const noteMin = 3;

interface RefundDecisionProps {
  refund: RefundDetail;
  may: { approve: boolean; withdraw: boolean };
  /** It went to its terminal, under this number. */
  onSent: (transactionId: string) => void;
}

/** What waits: a second person approves or refuses it, who asked takes it back. */
export function RefundDecision({ refund, may, onSent }: RefundDecisionProps) {
  const { t } = useTranslation(['refunds', 'common']);
  const [refusing, setRefusing] = useState(false);
  const refusal = (error: unknown) => refusalText(error, t);
  const approve = useCommand(approveRefund, {
    changes,
    leadsOn: true,
    refusal,
    onDone: ({ transactionId }) => {
      if (transactionId === null) return;
      startedHere(transactionId);
      onSent(transactionId);
    },
  });
  const withdraw = useCommand(withdrawRefund, {
    changes,
    refusal,
    done: () => t('refunds:decide.withdrawn'),
  });
  const [terminalId, setTerminalId] = useState('');
  const args = { params: { id: refund.id } };
  const isRetired = refund.effect?.terminal.isRetired === true;
  if (refusing) return <Refusal id={refund.id} onCancel={() => setRefusing(false)} />;
  return (
    <>
      {may.approve && isRetired && (
        <RetiredTerminal refund={refund} value={terminalId} onChange={setTerminalId} />
      )}
      <AtDrawerFoot>
        <div className={classes['actions']}>
          {may.approve && (
            <>
              <CommandButton
                command={approve}
                args={{ ...args, ...(terminalId !== '' && { body: { terminalId } }) }}
                held={isRetired && terminalId === ''}
              >
                {t('refunds:decide.approve', { amount: formatAmount(refund.amountMinor) })}
              </CommandButton>
              <Button variant="default" onClick={() => setRefusing(true)}>
                {t('refunds:decide.refuse')}
              </Button>
            </>
          )}
          {may.withdraw && (
            <CommandButton
              variant="default"
              command={withdraw}
              args={args}
              question={{
                title: t('refunds:decide.withdrawTitle'),
                help: t('refunds:decide.withdrawHelp'),
                confirmLabel: t('refunds:decide.withdraw'),
              }}
            >
              {t('refunds:decide.withdraw')}
            </CommandButton>
          )}
        </div>
        {!(may.approve && isRetired) && (
          <p className={classes['hint']}>
            {may.approve
              ? t('refunds:decide.then', { tid: refund.tid, branch: branchOf(refund) })
              : t('refunds:decide.ownWaits')}
          </p>
        )}
      </AtDrawerFoot>
    </>
  );
}

interface RetiredTerminalProps {
  refund: RefundDetail;
  value: string;
  onChange: (terminalId: string) => void;
}

/** Its terminal is out of service: a refund runs on another one, a reversal nowhere. */
function RetiredTerminal({ refund: { tid, type }, value, onChange }: RetiredTerminalProps) {
  const { t } = useTranslation('refunds');
  return (
    <>
      <p role="alert" className={classes['hint']}>
        {t(type === 'REVERSAL' ? 'refunds:held.retiredReversal' : 'refunds:held.retired', { tid })}
      </p>
      {type === 'REFUND' && <TerminalChoice value={value} onChange={onChange} />}
    </>
  );
}

function Refusal({ id, onCancel }: { id: string; onCancel: () => void }) {
  const { t } = useTranslation(['refunds', 'common']);
  const form = useForm({
    start: { note: '' },
    check: ({ note }) => ({ note: note.trim().length < noteMin && t('refunds:decide.noteNeeded') }),
    send: ({ note }) => call(refuseRefund, { params: { id }, body: { note: note.trim() } }),
    changes,
    refusal: (error) => namedRefusal(error, t),
    onSent: onCancel,
  });
  return (
    <Form form={form} submitLabel={t('refunds:decide.refuse')} danger onCancel={onCancel}>
      <Textarea
        label={t('refunds:decide.note')}
        description={t('refunds:decide.noteHelp')}
        maxLength={refundNoteMax}
        autosize
        minRows={2}
        {...form.field('note')}
      />
    </Form>
  );
}
