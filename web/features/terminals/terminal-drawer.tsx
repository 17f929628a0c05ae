import { Button } from '@mantine/core';
import { canTakePayment, type TerminalRow } from '@mizan/contract/terminals.ts';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../platform/failure.words.ts';
import { usePairingCode } from '../../platform/pairing.ts';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { PairingCode } from '../../ui/pairing-code.tsx';
import { TerminalFacts, TerminalHealth } from '../../ui/terminal-health.tsx';
import classes from './terminal.module.css';

export interface TerminalDrawerProps {
  terminal: TerminalRow;
  onPay: () => void;
  onPayment: (transactionId: string) => void;
  onClose: () => void;
  /** What was paid on it lately: the matter of another feature. */
  LastPayments: ComponentType<{ terminalId: string; onOpen: (transactionId: string) => void }>;
}

/** A terminal whole: its health, what it says of itself, its last payments, its pairing code. */
export function TerminalDrawer(props: TerminalDrawerProps) {
  const { terminal, onPay, onPayment, onClose, LastPayments } = props;
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
      <LastPayments terminalId={terminal.id} onOpen={onPayment} />
    </DockedDrawer>
  );
}

/** A code that pairs a device with this terminal: shown once, good for one use. */
function NewDevice({ terminal }: { terminal: TerminalRow }) {
  const { t } = useTranslation('terminals');
  const { made, working, error, make } = usePairingCode(terminal);
  return (
    <section>
      <h3 className={classes['heading']}>{t('terminals:pairing.code')}</h3>
      {made ? (
        <PairingCode tid={terminal.tid} {...made} working={working} onNew={make} />
      ) : (
        <>
          <p className={classes['quiet']}>{t('terminals:pairing.why')}</p>
          <Button variant="default" loading={working} onClick={make}>
            {t('terminals:pairing.make')}
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
