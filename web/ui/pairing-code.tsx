import { Button, CopyButton } from '@mantine/core';
import { IconClock, IconCopy, IconRefresh } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCountdown, formatNumber } from '../platform/formats.ts';
import { lazyPart } from '../platform/lazy-part.ts';
import { useUnrepeated } from '../platform/unrepeated.ts';
import classes from './pairing-code.module.css';

const QrPicture = lazyPart(() => import('./qr-picture.tsx'));

export interface PairingCodeProps {
  tid: string;
  /** As it is typed: 'K7QW-2MXP-9RTA'. */
  code: string;
  /** What the QR code holds. */
  qrText: string;
  /** By this machine's clock. */
  endsAtMs: number;
  working: boolean;
  onNew: () => void;
}

/** A one-time pairing code to type or to scan, the time that it has left, and how; its boxes stay left to right, in one row. */
export function PairingCode({ tid, code, qrText, endsAtMs, working, onNew }: PairingCodeProps) {
  const { t } = useTranslation('terminals');
  const leftSeconds = useSecondsLeft(endsAtMs);
  const isOver = leftSeconds === 0;
  useUnrepeated(!isOver);
  return (
    <div className={classes['room']}>
      <div className={classes['panel']}>
        <p className={classes['title']}>{t('terminals:pairing.of', { tid })}</p>
        {!isOver && <CodeBoxes code={code} />}
        <div className={classes['below']}>
          <p className={classes['left']} data-over={isOver || undefined}>
            <IconClock size={16} stroke={1.6} aria-hidden="true" />
            <span>
              {isOver
                ? t('terminals:pairing.expired')
                : t('terminals:pairing.left', { time: formatCountdown(leftSeconds) })}
            </span>
          </p>
          {!isOver && <CopyCode code={code} />}
        </div>
        {!isOver && (
          <div className={classes['qr']}>
            <Suspense>
              <QrPicture text={qrText} label={t('terminals:pairing.qr', { tid })} />
            </Suspense>
          </div>
        )}
        <PairingHow />
        <Button
          variant="default"
          className={classes['new']}
          leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden="true" />}
          loading={working}
          onClick={onNew}
        >
          {t('terminals:pairing.new')}
        </Button>
      </div>
    </div>
  );
}

/** What to do at the terminal, step by step. */
function PairingHow() {
  const { t } = useTranslation('terminals');
  return (
    <ol className={classes['how']} aria-label={t('terminals:pairing.how.label')}>
      {['network', 'open', 'enter'].map((step, index) => (
        <li key={step}>
          <span aria-hidden="true">{formatNumber(index + 1)}</span>
          {t(`terminals:pairing.how.${step}`)}
        </li>
      ))}
    </ol>
  );
}

/** For somebody at the terminal who is written to; it says that it did so and names no code. */
function CopyCode({ code }: { code: string }) {
  const { t } = useTranslation('terminals');
  return (
    <CopyButton value={code}>
      {({ copied, copy }) => (
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconCopy size={16} stroke={1.6} aria-hidden="true" />}
          onClick={copy}
        >
          {t(copied ? 'terminals:detail.copied' : 'terminals:pairing.copy')}
        </Button>
      )}
    </CopyButton>
  );
}

function CodeBoxes({ code }: { code: string }) {
  return (
    <output className={classes['code']} dir="ltr">
      <span className="mz-visually-hidden">{code}</span>
      {code.split('-').map((group, place) => (
        <span key={place} className={classes['group']} aria-hidden="true">
          {[...group].map((sign, index) => (
            <span key={index} className={classes['box']}>
              {sign}
            </span>
          ))}
        </span>
      ))}
    </output>
  );
}

function useSecondsLeft(endsAtMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000));
}
