import { type BankFileRefusal, refusalCodes } from '@mizan/contract/reconciliation.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../platform/api-client.ts';
import { failureText } from '../../../platform/failure.words.ts';
import { formatBytes, formatNumber } from '../../../platform/formats.ts';

/** Why a file is refused, as a sentence in the user's language. */
export function refusalText(t: TFunction, refusal: BankFileRefusal): string {
  const { code, maxBytes, maxRows, field } = refusal;
  return t(`reconciliation:fileError.${code}`, {
    max: maxBytes === null ? '' : formatBytes(maxBytes),
    rows: maxRows === null ? '' : formatNumber(maxRows),
    field: field === null ? '' : t(`reconciliation:bankField.${field}`),
  });
}

/** Why an upload failed, by the answer's code and its `fileError`; null stands for no answer at all. */
export function useUploadProblem(): (error: ApiError | null) => string {
  const { t } = useTranslation(['reconciliation', 'errors', 'common']);
  return (error) => {
    const code = refusalCodes.find((each) => each === error?.details['fileError']);
    const { maxBytes = null, field = null } = error?.details ?? {};
    if (code) {
      return refusalText(t, {
        code,
        maxBytes: typeof maxBytes === 'number' ? maxBytes : null,
        maxRows: null,
        field: field as BankFileRefusal['field'],
      });
    }
    if (error?.code === 'bankFileRunning') return t('reconciliation:fileError.running');
    if (error?.code === 'signedInAgain') return failureText(error, t);
    // The line broke in the middle: the server keeps nothing of a cut upload.
    if (!error || error.code === 'network') return t('reconciliation:fileError.cut');
    return t('reconciliation:fileError.internal');
  };
}
