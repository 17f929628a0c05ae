import { Button, Checkbox, Group, Modal, Textarea } from '@mantine/core';
import { type ApplicationDetail, noteMax } from '@mizan/contract/merchants.ts';
import { correctablePaths } from '@mizan/contract/onboarding-fields.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api-client.ts';
import { failureText } from '../../platform/failure.words.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { WorkingButton } from '../../ui/working-button.tsx';
import { useFieldName } from './application-facts.tsx';
import classes from './merchants.module.css';
import { type Decision, type DecisionKind, useDecision } from './merchants.queries.ts';

interface DecisionDialogProps {
  merchantId: string;
  application: ApplicationDetail;
  kind: DecisionKind;
  onClose: () => void;
}

/** Asks once more before a decision: an approval makes a merchant, the others write to the applicant. */
export default function DecisionDialog({ merchantId, application, kind, onClose }: DecisionDialogProps) {
  const { t } = useTranslation(['merchants', 'common']);
  const decide = useDecision(merchantId);

  function send(decision: Decision): void {
    decide.mutate(decision, {
      onSuccess: ({ state }) => {
        showToast({ tone: 'success', title: t(`merchants:decided.${state}`) });
        onClose();
      },
      onError: (error) => {
        const isOver = isApiError(error) && error.code === 'conflict';
        showToast({
          tone: 'error',
          title: isOver ? t('merchants:decided.conflict') : failureText(error, t),
        });
        if (isOver) onClose();
      },
    });
  }
  if (kind === 'approve') {
    return (
      <ConfirmDialog
        opened
        title={t('merchants:approve')}
        confirmLabel={t('merchants:approve')}
        working={decide.isPending}
        onConfirm={() => send({ kind })}
        onClose={onClose}
      >
        {t('merchants:approveHelp')}
      </ConfirmDialog>
    );
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(kind === 'reject' ? 'merchants:reject' : 'merchants:askCorrection')}
      size={520}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
    >
      <WrittenDecision
        kind={kind}
        application={application}
        working={decide.isPending}
        onSend={send}
        onClose={onClose}
      />
    </Modal>
  );
}

interface WrittenProps {
  kind: 'reject' | 'correct';
  application: ApplicationDetail;
  working: boolean;
  onSend: (decision: Decision) => void;
  onClose: () => void;
}

function WrittenDecision({ kind, application, working, onSend, onClose }: WrittenProps) {
  const { t } = useTranslation(['merchants', 'common']);
  const [text, setText] = useState('');
  const [fields, setFields] = useState<string[]>([]);
  const [tried, setTried] = useState(false);
  const wantsFields = kind === 'correct';
  const message = text.trim();

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (message === '' || (wantsFields && fields.length === 0)) return;
    onSend(wantsFields ? { kind: 'correct', fields, note: message } : { kind: 'reject', reason: message });
  }
  return (
    <form className={classes['form']} onSubmit={submit}>
      {wantsFields && (
        <FieldChoice application={application} chosen={fields} onChange={setFields} tried={tried} />
      )}
      <Textarea
        label={t(wantsFields ? 'merchants:note' : 'merchants:rejectReason')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={tried && message === '' && t('merchants:reasonRequired')}
        maxLength={noteMax}
        minRows={3}
        autosize
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <WorkingButton
          type="submit"
          working={working}
          color={wantsFields ? undefined : 'var(--mz-danger-solid)'}
        >
          {t(wantsFields ? 'merchants:askCorrection' : 'merchants:reject')}
        </WorkingButton>
      </Group>
    </form>
  );
}

interface FieldChoiceProps {
  application: ApplicationDetail;
  chosen: string[];
  onChange: (chosen: string[]) => void;
  tried: boolean;
}

/** Every field that may be asked for, in the order of the form. */
function FieldChoice({ application, chosen, onChange, tried }: FieldChoiceProps) {
  const { t } = useTranslation('merchants');
  const nameOf = useFieldName();
  const { business, branches, cashiers, username } = application;
  const paths = correctablePaths({ account: { username }, business, branches, cashiers });
  return (
    <Checkbox.Group
      label={t('merchants:fieldsLegend')}
      value={chosen}
      onChange={onChange}
      error={tried && chosen.length === 0 && t('merchants:fieldsRequired')}
    >
      <div className={classes['fields']}>
        {paths.map((path) => (
          <Checkbox key={path} value={path} label={nameOf(path)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
