import { Button } from '@mantine/core';
import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../platform/failure.words.ts';
import { usePairingCode } from '../../platform/pairing.ts';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { PairingCode } from '../../ui/pairing-code.tsx';
import { LastPayments } from './last-payments.tsx';
import classes from './terminal.module.css';
import { TerminalFacts, TerminalHealth } from './terminal-health.tsx';
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
      <NewDevice terminal={terminal} />
      <LastPayments terminalId={terminal.id} except={null} onOpen={onPayment} />
    </DockedDrawer>
  );
}

/** A code that pairs a device with this terminal: shown once, good for one use. */
function NewDevice({ terminal }: { terminal: TerminalRow }) {
  const { t } = useTranslation('terminals');
  const { made, working, error, make } = usePairingCode(terminal);
  return (
    <section>
      <h3 className={classes['heading']}>{t('terminals:enrol.code')}</h3>
      {made ? (
        <PairingCode tid={terminal.tid} {...made} working={working} onNew={make} />
      ) : (
        <>
          <p className={classes['quiet']}>{t('terminals:enrol.why')}</p>
          <Button variant="default" loading={working} onClick={make}>
            {t('terminals:enrol.make')}
          </Button>
        </>
      )}
      {error && (
        <p role="alert" className={classes['error']}>
          {failureText(error, t)}
        </p>
      )}
    </section>
  );
}
