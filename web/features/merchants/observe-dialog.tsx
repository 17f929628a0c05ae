import { observeMerchant } from '@mizan/contract/suspension.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { beginLookingOn } from '../../platform/looking-on.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface ObserveDialogProps {
  merchantId: string;
  name: string;
  onClose: () => void;
}

/** Says what a look into a merchant's account is, and asks for the reason that its owners are told. */
export default function ObserveDialog({ merchantId, name, onClose }: ObserveDialogProps) {
  const { t } = useTranslation(['merchants', 'errors']);
  return (
    <ReasonDialog
      title={t('merchants:observe.title', { name })}
      help={t('merchants:observe.help')}
      reasonOf="observe"
      submitLabel={t('merchants:observe.confirm')}
      send={(reason) => call(observeMerchant, { params: { id: merchantId }, body: { reason } })}
      refusal={(error) => refusalText(error, t)}
      onSent={beginLookingOn}
      onClose={onClose}
    />
  );
}

/** Why the portal refused: it is gone, or no owner may work there. */
function refusalText(error: unknown, t: TFunction): string | undefined {
  if (!isApiError(error)) return undefined;
  if (error.code === 'notFound') return t('errors:notFound');
  return error.code === 'conflict' ? t('merchants:observe.inactive') : undefined;
}
