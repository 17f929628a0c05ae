import type { LiveMessage } from '@mizan/contract/live.ts';
import { useEffect, useState } from 'react';
import { loadCode } from './lazy-screen.ts';
import { doubt, heardLive, isReachable, useReachable, watchLine } from './line.ts';
import { type ConnectionState, type LiveChannel, openLiveChannel } from './live-channel.ts';
import { catchUpNotices, isOfAnotherReader } from './notifications.store.ts';
import { refreshLive } from './query-client.ts';
import { resultsBegin, takeResult } from './results.store.ts';
import { endSession, readSession } from './session.store.ts';

/** The status is polled every second (rules S4). */
const statusPollMs = 1000;

/** Messages of one moment refresh once: a busy merchant would otherwise ask on every payment. */
const refreshWindowMs = 300;

/** No answer on this page is older, in ms of performance.now(): its load, or the end of the channel before this one. */
let answersSinceMs = 0;
/** Whether the channel has just been opened for the first time: what was told before nobody has heard here. */
let isNew = false;

const toRefresh = new Set<LiveMessage['type']>();
let channel: LiveChannel | null = null;
let refreshTimer: ReturnType<typeof setTimeout> | undefined;

/** Reads what is live once more where something was told since the first answers may have been written (decision 0444). */
function takeQuiet(quietMs: number): void {
  if (isNew && quietMs <= performance.now() - answersSinceMs) void refreshLive();
  isNew = false;
}

function onMessage(message: LiveMessage): void {
  takeResult(message);
  if (message.type === 'AGO') return takeQuiet(message.ms);
  if (message.type === 'SEQ' || (message.type === 'NRD' && isOfAnotherReader(message.userId))) return;
  if (message.type === 'NTC') void catchUpNotices();
  if (message.type === 'OWN') void followAgain();
  toRefresh.add(message.type);
  refreshTimer ??= setTimeout(() => {
    refreshTimer = undefined;
    const types = new Set(toRefresh);
    toRefresh.clear();
    void refreshLive(types);
  }, refreshWindowMs);
}

/** Its code is fetched when it is needed, which is rare. Without a line the next connection asks again. */
const followAgain = (): Promise<void> =>
  loadCode(() => import('./preferences-again.ts')).then(
    (code) => code.followAgain(),
    () => undefined,
  );

/** Opens the channel of whoever is signed in; answers the way to close it. What was missed is asked for again. */
export function startLive(): () => void {
  resultsBegin();
  const opened = openLiveChannel(() => readSession()?.accessToken ?? '', {
    onMessage,
    onHeard: heardLive,
    onDoubt: () => void doubt(),
    onFirstConnected: () => {
      void catchUpNotices();
      isNew = true;
    },
    onReconnected: () => {
      resultsBegin();
      void catchUpNotices();
      void refreshLive();
      void followAgain();
    },
    onSessionEnded: () => endSession({ flagged: true }),
  });
  channel = opened;
  // Back on the line nobody waits for the next attempt, and what was asked for in between may be old.
  const stop = watchLine(() => {
    if (!isReachable()) return;
    opened.connect();
    void refreshLive();
  });
  return () => {
    stop();
    opened.close();
    answersSinceMs = performance.now();
    if (channel === opened) channel = null;
  };
}

const connectionState = (): ConnectionState => channel?.state() ?? 'notConnected';
/** What a click on the indicator does. */
export function reconnect(): void {
  void doubt();
  channel?.connect();
}

/** The state of the channel, looked at once a second; where the portal can't be reached it is not connected. */
export function useConnectionState(): ConnectionState {
  const [state, setState] = useState(connectionState);
  const reachable = useReachable();
  useEffect(() => {
    const look = () => setState(connectionState());
    const first = setTimeout(look);
    const timer = setInterval(look, statusPollMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, []);
  return reachable ? state : 'notConnected';
}
