import { Checkbox } from '@mantine/core';
import { otpLength, otpResendSeconds } from '@mizan/contract/auth.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCountdown, isolateLtr } from '../../platform/formats.ts';
import { SubmitButton } from '../../ui/light-form.tsx';
import { OtpInput } from '../../ui/otp-input.tsx';
import classes from './auth-panel.module.css';
import { BackLink } from './back-link.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { SaidNote } from './said.tsx';
import { answerOtp, askNewCode, type OtpResult, type Said } from './sign-in.calls.ts';

interface OtpPanelProps {
  /** Where the code went, with its middle hidden; empty after a reload. */
  sentTo: string;
  /** Whether the account has a passkey that may answer in place of the code. */
  passkey?: boolean;
  onSignedIn: () => void;
  onBack: () => void;
}

/** A code and what came of the codes before it. */
function useOtp(onSignedIn: () => void) {
  const [code, setCode] = useState('');
  const [trust, setTrust] = useState(true);
  const [formatError, setFormatError] = useState(false);
  const [working, setWorking] = useState(false);
  const [over, setOver] = useState(false);
  const [said, setSaid] = useState<Said[]>([]);
  const underWay = useRef(false);
  /** After a refusal the field is a new one, with the focus: the next code is typed at once. */
  const [tries, setTries] = useState(0);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    // The Enter of a habit may come behind the answer: what became of the code stays said.
    if (code === '' && said.length > 0) return;
    setSaid([]);
    setFormatError(code.length !== otpLength);
    if (code.length === otpLength) await go(() => answerOtp(code, trust));
  }

  /** Six digits send themselves, typed, pasted or filled in; the button stays for whoever looks for it. */
  function enter(next: string): void {
    setCode(next);
    setFormatError(false);
    if (next.length === otpLength && next !== code && !over) void go(() => answerOtp(next, trust));
  }

  async function go(answer: () => Promise<OtpResult>): Promise<void> {
    // Enter or the button may come in the same moment as the last digit: a code counts as one try.
    if (underWay.current) return;
    underWay.current = true;
    setSaid([]);
    setWorking(true);
    const result = await answer().finally(() => {
      underWay.current = false;
      setWorking(false);
    });
    if (result.kind === 'done') return onSignedIn();
    setCode('');
    setTries((times) => times + 1);
    setOver(result.kind === 'over');
    setSaid(result.kind === 'over' ? [result.said] : result.said);
  }
  return { code, trust, setTrust, formatError, working, over, said, setSaid, tries, submit, enter, go };
}

export default function OtpPanel({ sentTo, passkey = false, onSignedIn, onBack }: OtpPanelProps) {
  const { t } = useTranslation('auth');
  const otp = useOtp(onSignedIn);
  const { trust, working, over, setSaid } = otp;

  return (
    <>
      <h1 className={classes['title']}>{t('auth:otp.title')}</h1>
      <p className={classes['lead']}>
        {sentTo === '' ? t('auth:otp.helpShort') : t('auth:otp.help', { email: isolateLtr(sentTo) })}
      </p>
      <form className={classes['form']} onSubmit={(event) => void otp.submit(event)} noValidate>
        <SaidNote said={otp.said} />
        <OtpInput
          label={t('auth:otp.label')}
          length={otpLength}
          value={otp.code}
          onChange={otp.enter}
          error={otp.formatError ? t('auth:otp.format') : undefined}
          autoFocus
          key={otp.tries}
        />
        <Checkbox
          label={t('auth:otp.trust')}
          checked={trust}
          onChange={(event) => otp.setTrust(event.currentTarget.checked)}
        />
        <SubmitButton working={working} disabled={over}>
          {t('auth:otp.verify')}
        </SubmitButton>
        {passkey && (
          <PasskeyButton
            label={t('auth:passkey.instead')}
            disabled={working || over}
            onUse={(calls) => void otp.go(() => calls.answerWithPasskey(trust))}
          />
        )}
        <div className={classes['row']}>
          <BackLink onBack={onBack} />
          <ResendLink onAnswer={(answer) => setSaid(answer ? [answer] : [])} />
        </div>
      </form>
    </>
  );
}

function ResendLink({ onAnswer }: { onAnswer: (answer: Said | null) => void }) {
  const { t } = useTranslation('auth');
  const [waitSeconds, setWaitSeconds] = useState(otpResendSeconds);
  useEffect(() => {
    const timer = setInterval(() => setWaitSeconds((left) => Math.max(0, left - 1)), 1000);
    return () => clearInterval(timer);
  }, []);

  async function resend(): Promise<void> {
    setWaitSeconds(otpResendSeconds);
    onAnswer(await askNewCode());
  }

  return (
    <button
      type="button"
      className={classes['link']}
      disabled={waitSeconds > 0}
      onClick={() => void resend()}
    >
      {waitSeconds > 0
        ? t('auth:otp.resendIn', { time: formatCountdown(waitSeconds) })
        : t('auth:otp.resend')}
    </button>
  );
}
