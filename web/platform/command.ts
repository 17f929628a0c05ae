import { isForLookingOn } from '@mizan/contract/may.ts';
import type { AnyRoute, RouteArgs, RouteOutput } from '@mizan/contract/route.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from './api-client.ts';
import { failureText } from './failure.words.ts';
import { settled, settledBehind, useRefresh } from './query-client.ts';
import { useLooksOn } from './session.store.ts';

export interface CommandOptions<Args, Answer> {
  /** The routes whose answers may be other ones now; they are asked anew, also after a refusal: somebody was faster. */
  changes?: readonly AnyRoute[];
  /** `onDone` shows another screen, as soon as the portal has answered. */
  leadsOn?: boolean;
  onDone?: (answer: Answer, args: Args) => unknown;
  /** What is said of a success; without it the screen itself shows what came of it. */
  done?: (answer: Answer, args: Args) => string;
  /**
   * What takes it back, where a route does so wholly: offered beside `done`, in the place of a question before it
   * (docs/decisions/0210-undo-in-the-place-of-a-question.md).
   */
  undo?: (answer: Answer, args: Args) => () => Promise<unknown>;
  /** Why it was refused, where there is more to say than `failureText` has; undefined leaves it. */
  refusal?: (error: unknown) => string | undefined;
}

/** How a command ended. `isOver`: it is done, or there is nothing left to do; a second try would help nobody. */
export interface CommandEnd {
  isDone: boolean;
  isOver: boolean;
  text?: string | undefined;
  /** Takes it back, and answers how that ended. */
  undo?: (() => Promise<CommandEnd>) | undefined;
}

/** What `CommandButton` of ui/ takes. */
export interface Command<Args> {
  run: (args: Args) => Promise<CommandEnd>;
  isWorking: boolean;
  /** What it is working on. */
  args: Args | undefined;
  /** Whoever looks on as somebody else would be refused. */
  isRefused: boolean;
}

/** Refusals that no second try changes: somebody else was faster. */
const isOver = (error: unknown): boolean =>
  isApiError(error) && (error.code === 'conflict' || error.code === 'notFound');

/**
 * The arguments with the id of this attempt, where the route wants one: made once and kept until the portal has
 * answered, so that a press after a lost answer asks for the same thing and not for a second one.
 */
export function attempts() {
  let kept: { of: string; id: string } | null = null;
  return {
    with<Args>(route: AnyRoute, args: Args): Args {
      if (typeof route.idempotency !== 'object') return args;
      const { body, ...rest } = args as { body?: object };
      const of = JSON.stringify([route.id, args]);
      kept = kept?.of === of ? kept : { of, id: crypto.randomUUID() };
      return { ...rest, body: { ...body, [route.idempotency.clientId]: kept.id } } as Args;
    },
    /** An answer came, or a refusal: the next attempt is a new one. */
    answered(error: unknown): void {
      if (!isApiError(error) || error.code !== 'network') kept = null;
    },
  };
}

/**
 * One thing that is done by a press: a route of the contract, or several calls in one function. The client asks for a
 * fresh sign-in where the server wants one and makes the call once more; nothing is sent twice by itself.
 */
export function useCommand<R extends AnyRoute>(
  route: R,
  options?: CommandOptions<RouteArgs<R>, RouteOutput<R>>,
): Command<RouteArgs<R>>;
export function useCommand<Args, Answer>(
  send: (args: Args) => Promise<Answer>,
  options?: CommandOptions<Args, Answer>,
): Command<Args>;
export function useCommand<Args, Answer>(
  what: AnyRoute | ((args: Args) => Promise<Answer>),
  { changes = [], leadsOn = false, onDone, done, undo, refusal }: CommandOptions<Args, Answer> = {},
): Command<Args> {
  const { t } = useTranslation('common');
  const refresh = useRefresh(changes);
  const isRefused = useLooksOn() && (typeof what === 'function' || !isForLookingOn(what));
  const attempt = useRef(attempts());
  const send = (args: Args): Promise<Answer> =>
    typeof what === 'function'
      ? what(args)
      : (call(what, attempt.current.with(what, args) as never) as Promise<Answer>);
  const sending = useMutation({
    mutationFn: (args: Args) => (leadsOn ? settledBehind : settled)(send(args), refresh),
    onSettled: (_answer, error) => attempt.current.answered(error),
  });
  const refused = (error: unknown): CommandEnd => {
    const text = refusal?.(error) ?? failureText(error, t);
    return { isDone: false, isOver: isOver(error), text };
  };
  const takeBack = (back: () => Promise<unknown>): Promise<CommandEnd> =>
    settled(back(), refresh).then(
      () => ({ isDone: true, isOver: true, text: t('common:undo.done') }),
      (error: unknown) => refused(error),
    );
  return {
    isRefused,
    isWorking: sending.isPending,
    args: sending.isPending ? sending.variables : undefined,
    run: async (args) => {
      const ended = await sending.mutateAsync(args).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      );
      if ('error' in ended) return refused(ended.error);
      await onDone?.(ended.answer, args);
      const back = undo?.(ended.answer, args);
      return {
        isDone: true,
        isOver: true,
        text: done?.(ended.answer, args),
        undo: back && (() => takeBack(back)),
      };
    },
  };
}
