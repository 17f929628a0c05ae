import type { ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { showToast } from './toasts.tsx';
import { WorkingButton } from './working-button.tsx';

interface ShownEnd {
  isDone: boolean;
  isOver: boolean;
  text?: string | undefined;
  undo?: (() => Promise<ShownEnd>) | undefined;
}

/** What a command says of itself (`useCommand` of platform/command.ts). */
export interface ShownCommand<Args> {
  run: (args: Args) => Promise<ShownEnd>;
  isWorking: boolean;
  args: Args | undefined;
  isRefused: boolean;
}

/** What is asked before it is done: needed for what cannot be taken back. */
interface Question {
  title: string;
  /** What will happen, in one or two sentences. */
  help: ReactNode;
  /** The verb of what happens. */
  confirmLabel: string;
  danger?: boolean;
}

/** Runs a command and says what came of it; answers whether there is nothing left to ask. */
export async function runAndSay<Args>(command: ShownCommand<Args>, args: Args): Promise<boolean> {
  const end = await command.run(args);
  say(end);
  return end.isOver;
}

/** One command says one thing at a time: what it said before makes room, and can no longer be taken back from here. */
export function say({ isDone, text, undo }: ShownEnd): void {
  if (!text) return;
  const takeBack = undo && (() => void undo().then(say));
  showToast({ id: 'command', tone: isDone ? 'success' : 'error', title: text, undo: takeBack });
}

export interface CommandQuestionProps<Args> extends Question {
  command: ShownCommand<Args>;
  /** What is asked about; null where nothing is. */
  about: Args | null;
  onClose: () => void;
}

/** Asks once, for a command that a menu or a row offers. It stands until the command is over or taken back. */
export function CommandQuestion<Args>({
  command,
  about,
  onClose,
  help,
  ...question
}: CommandQuestionProps<Args>) {
  const { t } = useTranslation('common');
  async function confirm(args: Args): Promise<void> {
    if (await runAndSay(command, args)) onClose();
  }
  return (
    <ConfirmDialog
      {...question}
      opened={about !== null}
      working={command.isWorking}
      isIdle={command.isRefused}
      onConfirm={() => about !== null && void confirm(about)}
      onClose={onClose}
    >
      {command.isRefused ? t('common:toast.lookingOn') : help}
    </ConfirmDialog>
  );
}

export interface CommandButtonProps<Args> extends Pick<ButtonProps, 'variant' | 'size' | 'leftSection'> {
  command: ShownCommand<Args>;
  args: Args;
  /** Without it the press itself does it. */
  question?: Question;
  /** It stops something, which stands beside it. */
  danger?: boolean;
  /** The name that is read out, where the label alone says too little: 'Remove: MacBook'. */
  name?: string;
  /** The id of what says which one is meant, where its name is that of others. */
  describedBy?: string;
  /** It waits for an answer that somebody has to give first. */
  held?: boolean;
  children: ReactNode;
}

/** A button that does one thing: asks where it must, shows that it works, says what came of it. */
export function CommandButton<Args>(props: CommandButtonProps<Args>) {
  const { command, args, question, danger, name, describedBy, held = false, children, ...look } = props;
  const { t } = useTranslation('common');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <WorkingButton
        {...look}
        // A filled button looks like what its question will ask.
        color={
          (danger || question?.danger) && look.variant === undefined ? 'var(--mz-danger-button)' : undefined
        }
        aria-label={name}
        aria-describedby={describedBy}
        held={held || command.isRefused}
        title={command.isRefused ? t('common:toast.lookingOn') : undefined}
        working={command.isWorking && JSON.stringify(command.args) === JSON.stringify(args)}
        onClick={() => (question ? setAsking(true) : void runAndSay(command, args))}
      >
        {children}
      </WorkingButton>
      {question && (
        <CommandQuestion
          {...question}
          command={command}
          about={asking ? args : null}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
