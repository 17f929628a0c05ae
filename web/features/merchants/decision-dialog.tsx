import { Checkbox, Textarea } from '@mantine/core';
import { type ApplicationDetail, approveMerchant, noteMax } from '@mizan/contract/merchants.ts';
import { correctablePaths } from '@mizan/contract/onboarding-fields.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { useForm } from '../../platform/form.ts';
import { CommandQuestion } from '../../ui/command-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { useFieldName } from './application-facts.tsx';
import { changedByDecision } from './merchant-changes.ts';
import classes from './merchants.module.css';
import { type DecisionKind, writeDecision } from './merchants.queries.ts';

interface DecisionDialogProps {
  merchantId: string;
  application: ApplicationDetail;
  kind: DecisionKind;
  onClose: () => void;
}

/** Asks once more before a decision: an approval makes a merchant, the others write to the applicant. */
export default function DecisionDialog({ merchantId, application, kind, onClose }: DecisionDialogProps) {
  const { t } = useTranslation('merchants');
  const approve = useCommand(approveMerchant, {
    changes: changedByDecision,
    done: ({ state }) => t(`merchants:decided.${state}`),
    refusal: (error) => refusalText(error, t),
  });
  if (kind !== 'approve') {
    return (
      <WrittenDecision merchantId={merchantId} kind={kind} application={application} onClose={onClose} />
    );
  }
  return (
    <CommandQuestion
      command={approve}
      about={{ params: { id: merchantId } }}
      title={t('merchants:approve')}
      help={t('merchants:approveHelp')}
      confirmLabel={t('merchants:approve')}
      onClose={onClose}
    />
  );
}

/** Somebody else has decided meanwhile. */
const refusalText = (error: unknown, t: TFunction): string | undefined =>
  isConflict(error) ? t('merchants:decided.conflict') : undefined;
const isConflict = (error: unknown): boolean => isApiError(error) && error.code === 'conflict';

interface WrittenProps extends DecisionDialogProps {
  kind: 'reject' | 'correct';
}

function WrittenDecision({ merchantId, kind, application, onClose }: WrittenProps) {
  const { t } = useTranslation(['merchants', 'common']);
  const wantsFields = kind === 'correct';
  const form = useForm({
    start: { text: '', fields: [] as string[] },
    check: ({ text, fields }) => ({
      fields: wantsFields && fields.length === 0 && t('merchants:fieldsRequired'),
      text: text.trim() === '' && t('merchants:reasonRequired'),
    }),
    send: ({ text, fields }) =>
      writeDecision(merchantId, { text: text.trim(), fields: wantsFields ? fields : null }),
    changes: changedByDecision,
    refusal: (error) => refusalText(error, t),
    onSent: ({ state }) => {
      showToast({ tone: 'success', title: t(`merchants:decided.${state}`) });
      onClose();
    },
  });
  const verb = t(wantsFields ? 'merchants:askCorrection' : 'merchants:reject');
  return (
    <FormDialog form={form} title={verb} submitLabel={verb} danger={!wantsFields} onClose={onClose}>
      {wantsFields && <FieldChoice application={application} {...form.field('fields')} />}
      <Textarea
        label={t(wantsFields ? 'merchants:note' : 'merchants:rejectReason')}
        maxLength={noteMax}
        minRows={3}
        autosize
        {...form.field('text')}
      />
    </FormDialog>
  );
}

interface FieldChoiceProps {
  application: ApplicationDetail;
  value: string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}

/** Every field that may be asked for, in the order of the form. */
function FieldChoice({ application, ...field }: FieldChoiceProps) {
  const { t } = useTranslation('merchants');
  const nameOf = useFieldName();
  const { business, branches, cashiers, username } = application;
  const paths = correctablePaths({ account: { username }, business, branches, cashiers });
  return (
    <Checkbox.Group label={t('merchants:fieldsLegend')} {...field}>
      <div className={classes['fields']}>
        {paths.map((path) => (
          <Checkbox key={path} value={path} label={nameOf(path)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
