import { NativeSelect, Textarea } from '@mantine/core';
import {
  answerPersonalRequest,
  answerReasonMax,
  listPersonalRequests,
  type PersonalRequest,
} from '@mizan/contract/personal-data.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { apart } from '../../platform/formats.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './account.module.css';
import { whatText } from './personal-data.words.ts';

const answers = ['IN_WORK', 'DONE', 'REFUSED'] as const;
type Answer = (typeof answers)[number];

interface AnswerDialogProps {
  asked: PersonalRequest;
  onClose: () => void;
}

/** Answers a request; what 'done' does at once is said before it is done. */
export default function AnswerDialog({ asked, onClose }: AnswerDialogProps) {
  const { t } = useTranslation(['personalData', 'common']);
  const form = useForm<{ state: Answer; reason: string }, unknown>({
    start: { state: 'IN_WORK', reason: '' },
    check: ({ state, reason }) => ({
      reason: state === 'REFUSED' && reason.trim() === '' && t('common:validation.required'),
    }),
    send: ({ state, reason }) =>
      call(answerPersonalRequest, {
        params: { id: asked.id },
        body: { version: asked.version, state, reason: reason.trim() },
      }),
    changes: [listPersonalRequests],
    refusal: (error) => refusalText(error, t),
    onSent: () => {
      showToast({ tone: 'success', title: t('personalData:answered') });
      onClose();
    },
  });
  const isDone = form.values.state === 'DONE';
  return (
    <FormDialog
      form={form}
      title={t('personalData:answerTitle', { name: asked.name })}
      submitLabel={t('personalData:confirm')}
      danger={isDone && asked.kind === 'DELETION'}
      onClose={onClose}
    >
      {/* As it was read: the answer is to this, and to nothing that is said later. */}
      <p className={classes['help']}>
        {whatText(asked, t)}
        {asked.wanted !== null && (
          <>
            {apart}
            <bdi>{asked.wanted}</bdi>
          </>
        )}
      </p>
      <NativeSelect
        label={t('personalData:answerState')}
        data={answers.map((value) => ({ value, label: t(`personalData:state.${value}`) }))}
        {...form.field('state')}
      />
      {isDone && <p className={classes['help']}>{doneText(asked, t)}</p>}
      <Textarea
        label={t('personalData:reason')}
        description={t('personalData:reasonHelp')}
        maxLength={answerReasonMax}
        autosize
        {...form.field('reason')}
      />
    </FormDialog>
  );
}

function doneText({ kind, field }: PersonalRequest, t: TFunction): string {
  if (kind === 'DELETION') return t('personalData:doneDeletion');
  return t(field === 'other' ? 'personalData:doneOther' : 'personalData:doneCorrection');
}

function refusalText(error: unknown, t: TFunction): string | undefined {
  if (!isApiError(error) || error.code !== 'conflict') return undefined;
  const { reason } = error.details;
  if (
    reason === 'changed' ||
    reason === 'withdrawn' ||
    reason === 'lastOwner' ||
    reason === 'lastAdministrator'
  )
    return t(`personalData:refusal.${reason}`);
  return t('personalData:refusal.answered');
}
