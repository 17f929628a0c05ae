import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment, formatSecondsAfterWord } from '../../platform/formats.ts';
import { ConnectionBadge } from '../../ui/connection-badge.tsx';
import { type AnsweredAt, ageSeconds, isHeartbeatOld } from './heartbeat-age.ts';
import classes from './terminal.module.css';

const tickMs = 1_000;
const readers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for every row of a list. */
function listen(reader: () => void): () => void {
  readers.add(reader);
  timer ??= setInterval(() => {
    for (const each of readers) each();
  }, tickMs);
  return () => {
    readers.delete(reader);
    if (readers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
const second = (): number => Math.floor(Date.now() / tickMs);

export function useAgeSeconds(at: string | null, answered: AnsweredAt): number | null {
  const now = useSyncExternalStore(listen, second);
  return at === null ? null : ageSeconds(at, answered, now * tickMs);
}

const hourSeconds = 3_600;
/** '4 sec', '3 min', after the word 'before'; of more than an hour the moment itself. */
export const ageText = (at: string, seconds: number): string =>
  seconds < hourSeconds ? formatSecondsAfterWord(seconds) : formatMoment(at);

interface LineProps {
  terminal: Pick<TerminalRow, 'connection' | 'lastSeenAt' | 'isPaired'>;
  answered: AnsweredAt;
  /** With the word 'heartbeat', where no heading says it. */
  whole?: boolean;
}

/** A terminal's line with the age of its last heartbeat: no green word for one that is old. */
export function TerminalLine({
  terminal: { connection, lastSeenAt, isPaired },
  answered,
  whole = false,
}: LineProps) {
  const { t } = useTranslation('terminals');
  const age = useAgeSeconds(lastSeenAt, answered);
  const isOld = isHeartbeatOld(connection, age);
  return (
    <span className={classes['line']}>
      <ConnectionBadge connection={connection} isOld={isOld} isPaired={isPaired} />
      {lastSeenAt !== null && age !== null && (
        <span className={classes['age']}>
          {whole ? (
            t(age < hourSeconds ? 'terminals:heartbeat.ago' : 'terminals:heartbeat.at', {
              time: ageText(lastSeenAt, age),
            })
          ) : (
            <>
              <span className="mz-visually-hidden">{t('terminals:heartbeat.last')} </span>
              {ageText(lastSeenAt, age)}
            </>
          )}
        </span>
      )}
    </span>
  );
}
