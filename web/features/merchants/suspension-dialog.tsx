import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api-client.ts';
import { showToast } from '../../ui/toasts.tsx';
import { changedBySuspension } from './merchant-changes.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { type Suspension, sendSuspension } from './suspension.queries.ts';

interface SuspensionDialogProps {
  merchantId: string;
  change: Suspension;
  onClose: () => void;
}

/** Says what a suspension, its end or a logout does, and asks for the reason that the audit log keeps. */
export default function SuspensionDialog({ merchantId, change, onClose }: SuspensionDialogProps) {
  const { t } = useTranslation(['merchants', 'errors']);
  const { name, kind, verb } = change;
  return (
    <ReasonDialog
      title={t(`merchants:${verb}.title`, { name })}
      help={t(`merchants:${verb}.${kind}`)}
      reasonOf={verb === 'signOut' ? 'signOut' : 'suspend'}
      submitLabel={t(`merchants:${verb}.confirm`)}
      danger={verb === 'suspend'}
      send={(reason) => sendSuspension(merchantId, change, reason)}
      changes={changedBySuspension}
      refusal={(error) => refusalText(error, t)}
      onSent={() => {
        showToast({ tone: 'success', title: t(`merchants:${verb}.done`, { name }) });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Why the portal refused: an owner too few, or somebody decided meanwhile. */
function refusalText(error: unknown, t: TFunction): string | undefined {
  if (!isApiError(error)) return undefined;
  if (error.code === 'notFound') return t('errors:notFound');
  if (error.code !== 'conflict') return undefined;
  return t(error.details['reason'] === 'lastOwner' ? 'merchants:suspend.lastOwner' : 'errors:conflict');
}
