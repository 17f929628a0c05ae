import { Button } from '@mantine/core';
import { makeEnrolmentCode, type TerminalRow } from '@mizan/contract/terminals.ts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api.client.ts';
import { failureText } from '../../platform/failure.words.ts';
import { formatTime } from '../../platform/formats.ts';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { LastPayments } from './last.payments.tsx';
import { TerminalFacts, TerminalHealth } from './terminal.health.tsx';
import classes from './terminal.module.css';
import { canTakePayment } from './terminals.queries.ts';

export interface TerminalDrawerProps {
  terminal: TerminalRow;
  onPay: () => void;
  onPayment: (transactionId: string) => void;
  onClose: () => void;
}

/** A terminal whole: its health, what it says of itself, its last payments, its pairing code. */
export function TerminalDrawer({ terminal, onPay, onPayment, onClose }: TerminalDrawerProps) {
  const { t } = useTranslation(['terminals', 'payment']);
  const open = terminal.openTransactionId;
  return (
    <DockedDrawer
      title={
        <>
          {t('terminals:detail.title')} <Identifier>{terminal.tid}</Identifier>
        </>
      }
      onClose={onClose}
      footer={
        <>
          <Button disabled={!canTakePayment(terminal)} onClick={onPay}>
            {t('payment:title')}
          </Button>
          {open !== null && (
            <Button variant="subtle" onClick={() => onPayment(open)}>
              {t('terminals:detail.openPayment')}
            </Button>
          )}
        </>
      }
    >
      <TerminalHealth terminal={terminal} />
      <h3 className={classes['heading']}>{t('terminals:telemetry.title')}</h3>
      <TerminalFacts terminal={terminal} />
      <PairingCode terminalId={terminal.id} />
      <LastPayments terminalId={terminal.id} except={null} onOpen={onPayment} />
    </DockedDrawer>
  );
}

/** A code that pairs a device with this terminal: shown once, good for one use. */
function PairingCode({ terminalId }: { terminalId: string }) {
  const { t } = useTranslation(['terminals', 'common']);
  const make = useMutation({ mutationFn: () => call(makeEnrolmentCode, { params: { id: terminalId } }) });
  return (
    <section>
      <h3 className={classes['heading']}>{t('terminals:enrol.code')}</h3>
      {make.data ? (
        <>
          <output className={classes['code']}>
            <Identifier>{make.data.code}</Identifier>
          </output>
          <p className={classes['quiet']}>
            {t('terminals:enrol.helpTyped')}{' '}
            {t('terminals:enrol.until', { time: formatTime(make.data.expiresAt) })}
          </p>
        </>
      ) : (
        <>
          <p className={classes['quiet']}>{t('terminals:enrol.why')}</p>
          <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
            {t('terminals:enrol.make')}
          </Button>
        </>
      )}
      {make.isError && (
        <p role="alert" className={classes['error']}>
          {failureText(make.error, t)}
        </p>
      )}
    </section>
  );
}
