import { reopenAccount } from '@mizan/contract/ownership.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { showToast } from '../../ui/toasts.tsx';
import { changedBySuspension } from './merchant-changes.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface ReopenDialogProps {
  merchantId: string;
  name: string;
  onClose: () => void;
}

/** Says what opening a closed account again does, and asks for the reason that the audit log keeps. */
export default function ReopenDialog({ merchantId, name, onClose }: ReopenDialogProps) {
  const { t } = useTranslation(['merchants', 'errors']);
  return (
    <ReasonDialog
      title={t('merchants:reopen.title', { name })}
      help={t('merchants:reopen.help')}
      reasonOf="reopen"
      submitLabel={t('merchants:reopen.confirm')}
      send={(reason) => call(reopenAccount, { params: { id: merchantId }, body: { reason } })}
      changes={changedBySuspension}
      refusal={(error) => refusalText(error, t)}
      onSent={() => {
        showToast({ tone: 'success', title: t('merchants:reopen.done', { name }) });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Why the portal refused: it is open already, or its days are over. */
function refusalText(error: unknown, t: TFunction): string | undefined {
  if (!isApiError(error)) return undefined;
  if (error.code === 'notFound') return t('errors:notFound');
  if (error.code !== 'conflict') return undefined;
  return t(error.details['reason'] === 'tooLate' ? 'merchants:reopen.tooLate' : 'merchants:reopen.notClosed');
}
