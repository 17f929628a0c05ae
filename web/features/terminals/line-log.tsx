import { Button } from '@mantine/core';
import type { LineEvent, LogEntry } from '@mizan/contract/terminal-history.ts';
import {
  type Icon,
  IconArchive,
  IconArchiveOff,
  IconKey,
  IconPackage,
  IconPlugConnected,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatMoment, formatSecondsAfterWord } from '../../platform/formats.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { ListView, MoreRows } from '../../ui/list-view.tsx';
import { Section } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Tone, ToneBadge } from '../../ui/tone-badge.tsx';
import classes from './terminal-detail.module.css';
import { useLineLog } from './terminal-detail.queries.ts';

const looks: Readonly<Record<LineEvent, { tone: Tone; icon: Icon }>> = {
  CONNECTED: { tone: 'ok', icon: IconPlugConnected },
  LOST: { tone: 'offline', icon: IconPlugConnectedX },
  PACKAGE: { tone: 'neutral', icon: IconPackage },
  PAIRED: { tone: 'progress', icon: IconKey },
  RETIRED: { tone: 'neutral', icon: IconArchive },
  RETURNED: { tone: 'neutral', icon: IconArchiveOff },
};
/** So many at first: what happened today, on most days. */
const firstRows = 6;

interface LineLogProps {
  terminalId: string;
  all: boolean;
  onAll: () => void;
}

/** When the line came and went and why, newest first. */
export function LineLog({ terminalId, all, onAll }: LineLogProps) {
  const { t } = useTranslation(['terminals', 'common']);
  const list = useLineLog(terminalId);
  return (
    <Section
      title={t('terminals:log.title')}
      aside={
        !all &&
        list.rows.length > firstRows && (
          <Button variant="subtle" size="compact-sm" onClick={onAll}>
            {t('terminals:log.all')}
          </Button>
        )
      }
    >
      <ListView
        list={list}
        skeletonRows={4}
        onClear={false}
        empty={<EmptyState title={t('terminals:log.empty')} help={t('terminals:log.emptyHelp')} />}
      >
        {(rows) => (
          <>
            <ul className={classes['log']}>
              {rows.slice(0, all ? rows.length : firstRows).map((row) => (
                <Entry key={row.id} row={row} />
              ))}
            </ul>
            {all && <MoreRows list={list} />}
          </>
        )}
      </ListView>
    </Section>
  );
}

function Entry({ row }: { row: LogEntry }) {
  const { t } = useTranslation('terminals');
  const { tone, icon: EventIcon } = looks[row.event];
  return (
    <li>
      <time dateTime={row.at}>{formatMoment(row.at)}</time>
      <ToneBadge quiet tone={tone} icon={<EventIcon size={14} stroke={2} aria-hidden="true" />}>
        {t(`terminals:log.event.${row.event}`)}
      </ToneBadge>
      <span className={classes['quiet']}>
        {row.reason !== null && t(`terminals:log.reason.${row.reason}`)}
        {row.afterSeconds !== null &&
          t('terminals:log.after', { time: formatSecondsAfterWord(row.afterSeconds) })}
        {row.detail !== null && <Identifier>{row.detail}</Identifier>}
      </span>
    </li>
  );
}
