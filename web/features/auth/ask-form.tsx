import { type FormEvent, type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { focusInvalid } from '../../ui/focus-invalid.ts';
import { SubmitButton, TextField } from '../../ui/light-form.tsx';
import classes from './auth-panel.module.css';
import { BackLink } from './back-link.tsx';
import { SaidNote } from './said.tsx';
import type { Said } from './sign-in.calls.ts';

/** What the portal answered, and whether it did what it was asked. */
export interface Answer {
  good: boolean;
  said: Said;
}

export interface AskFormProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** What is said of an empty field; without it the field has no validation. */
  missing?: string | undefined;
  submitLabel: string;
  /** Gets what was typed, without spaces around it. */
  ask: (typed: string) => Promise<Answer>;
  onBack?: () => void;
}

/** One field and one button: asks the portal for something, and says above them what came of it. What is typed stays. */
export function AskForm({ label, missing, submitLabel, ask, onBack, ...input }: AskFormProps) {
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const [working, setWorking] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const problem = typed.trim() === '' ? missing : undefined;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setTried(true);
    setAnswer(null);
    if (problem) return focusInvalid(event.currentTarget);
    setWorking(true);
    setAnswer(await ask(typed.trim()).finally(() => setWorking(false)));
  }
  return (
    <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
      {answer && <SaidNote said={[answer.said]} good={answer.good} />}
      <TextField
        {...input}
        label={label}
        value={typed}
        onChange={setTyped}
        error={tried && problem}
        dir="ltr"
      />
      <SubmitButton working={working}>{submitLabel}</SubmitButton>
      {onBack && <BackLink onBack={onBack} />}
    </form>
  );
}

/** A panel of one question, under its heading. */
export function AskPanel({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  return (
    <>
      <h1 className={classes['title']}>{title}</h1>
      <p className={classes['lead']}>{help}</p>
      {children}
    </>
  );
}
