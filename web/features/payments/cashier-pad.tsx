import { Button, TextInput } from '@mantine/core';
import { maxAmountMinor } from '@mizan/contract/money.ts';
import { orderRefMax } from '@mizan/contract/payments.ts';
import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { IconBackspace, IconBattery3, IconReceipt, IconTag } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { useLooksOn } from '../../platform/session.store.ts';
import { useUnrepeated } from '../../platform/unrepeated.ts';
import { Amount } from '../../ui/amount.tsx';
import { ConnectionBadge } from '../../ui/connection-badge.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { batteryText, branchName, flagText } from '../../ui/terminal.words.ts';
import { TestBadge } from '../../ui/test-badge.tsx';
import classes from './cashier-pad.module.css';
import { InTheWay } from './in-the-way.tsx';
import { useStart } from './payment-form.tsx';

export interface CashierPadProps {
  terminal: TerminalRow;
  onStarted: (transactionId: string) => void;
  /** The shift. */
  below: ReactNode;
}

/** 1 2 3 stand left to right in both languages, as on every terminal. */
const digitKeys = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** What is typed shifts in from the right, halalas first; what would be more than a payment may be is not taken. */
function usePad() {
  const [amountMinor, setAmountMinor] = useState(0);
  const push = (digit: number) =>
    setAmountMinor((before) => {
      const next = before * 10 + digit;
      return next > maxAmountMinor ? before : next;
    });
  const back = () => setAmountMinor((before) => Math.floor(before / 10));
  useEffect(() => {
    const typed = (event: KeyboardEvent): void => {
      const isElsewhere =
        event.target instanceof Element && event.target.matches('input, textarea, [role="dialog"] *');
      if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^\d$/.test(event.key)) push(Number(event.key));
      else if (event.key === 'Backspace') back();
    };
    addEventListener('keydown', typed);
    return () => removeEventListener('keydown', typed);
  });
  return { amountMinor, push, back };
}

/** One figure, one button, always under the thumb: a cashier's next payment on a phone. */
export default function CashierPad({ terminal, onStarted, below }: CashierPadProps) {
  const { t } = useTranslation(['payment', 'common', 'errors']);
  const { amountMinor, push, back } = usePad();
  const [orderRef, setOrderRef] = useState<string | null>(null);
  useUnrepeated(amountMinor > 0 || Boolean(orderRef));
  const start = useStart(onStarted);
  const looksOn = useLooksOn();
  // A second tap may come before the first one is shown as pending.
  const isSent = useRef(false);
  function send(): void {
    if (isSent.current || amountMinor === 0) return;
    isSent.current = true;
    const trimmed = (orderRef ?? '').trim();
    start.mutate(
      { terminalId: terminal.id, amountMinor, orderRef: trimmed === '' ? null : trimmed },
      {
        onError: () => {
          isSent.current = false;
        },
      },
    );
  }
  return (
    <div className={classes['pad']}>
      <TerminalStrip terminal={terminal} />
      <div className={classes['figure']}>
        <span className={classes['label']}>{t('common:fields.amount')}</span>
        <output aria-label={t('common:fields.amount')}>
          <Amount amountMinor={amountMinor} currency="SAR" size="pay" muted={amountMinor === 0} />
        </output>
        <OrderRef value={orderRef} onChange={setOrderRef} />
      </div>
      <InTheWay terminalId={terminal.id} error={start.error} onOpen={onStarted} />
      <div className={classes['keys']} role="group" aria-label={t('payment:pad.keys')} dir="ltr">
        {digitKeys.map((digit) => (
          <Key key={digit} onPress={() => push(digit)}>
            {formatNumber(digit)}
          </Key>
        ))}
        <Key
          onPress={() => {
            push(0);
            push(0);
          }}
        >
          {formatNumber(0).repeat(2)}
        </Key>
        <Key onPress={() => push(0)}>{formatNumber(0)}</Key>
        <Key onPress={back} name={t('payment:pad.back')}>
          <IconBackspace size={24} stroke={1.6} aria-hidden="true" />
        </Key>
      </div>
      <Button
        type="button"
        size="xl"
        fullWidth
        disabled={amountMinor === 0 || looksOn}
        loading={start.isPending}
        onClick={send}
      >
        {t('payment:start')}
      </Button>
      {looksOn && <p className={classes['label']}>{t('common:toast.lookingOn')}</p>}
      {below}
    </div>
  );
}

function Key({ onPress, name, children }: { onPress: () => void; name?: string; children: ReactNode }) {
  return (
    <button type="button" className={classes['key']} aria-label={name} onClick={onPress}>
      {children}
    </button>
  );
}

/** What decides whether a payment will work, in one line. */
function TerminalStrip({ terminal }: { terminal: TerminalRow }) {
  const { t } = useTranslation(['terminals', 'transactions']);
  return (
    <div className={classes['strip']}>
      <ConnectionBadge connection={terminal.connection} isPaired={terminal.isPaired} />
      <span className={classes['name']}>
        <Identifier>{terminal.tid}</Identifier> {terminal.isTest && <TestBadge />}{' '}
        <span>{branchName(terminal)}</span>
      </span>
      <span className={classes['health']}>
        <IconBattery3 size={16} stroke={1.6} role="img" aria-label={t('terminals:telemetry.battery')} />
        {batteryText(terminal, t)}
      </span>
      <span className={classes['health']}>
        <IconReceipt size={16} stroke={1.6} role="img" aria-label={t('terminals:telemetry.paper')} />
        {flagText(terminal.paper, t, 'terminals:telemetry.paperEnough', 'terminals:telemetry.paperOut')}
      </span>
    </div>
  );
}

/** Seldom needed: a field only where it is asked for. */
function OrderRef({ value, onChange }: { value: string | null; onChange: (text: string) => void }) {
  const { t } = useTranslation(['payment', 'common']);
  if (value === null) {
    return (
      <Button
        variant="subtle"
        size="md"
        leftSection={<IconTag size={16} stroke={1.6} />}
        onClick={() => onChange('')}
      >
        {t('payment:orderRef')}
      </Button>
    );
  }
  return (
    <TextInput
      className={classes['orderRef'] ?? ''}
      aria-label={t('payment:orderRef')}
      placeholder={t('payment:orderRef')}
      maxLength={orderRefMax}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoFocus
    />
  );
}
