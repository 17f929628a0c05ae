import type { JudgementCause } from '@mizan/contract/reconciliation.ts';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../platform/formats.ts';
import { PaymentLink } from '../lines/entry-cells.tsx';

/** Why a verdict was made, with the file, the transaction or the rate that it was made because of. */
export function JudgementCauseText({ cause }: { cause: JudgementCause }) {
  const { t } = useTranslation(['reconciliation', 'transactions']);
  const { kind, fileName, transactionId, scheme, day, tid = '' } = cause;
  const facts = {
    scheme: scheme === undefined ? '' : t(`transactions:scheme.${scheme.toLowerCase()}`),
    day: day === undefined ? '' : formatDay(day),
    tid,
  };
  return (
    <>
      {t(`reconciliation:history.because.${kind}`, facts)} {fileName !== undefined && <bdi>{fileName}</bdi>}
      {transactionId !== undefined && <PaymentLink id={transactionId} />}
    </>
  );
}
