import { Button } from '@mantine/core';
import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { useTranslation } from 'react-i18next';
import { formatMoment, formatTime } from '../../platform/formats.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { HistoryCharts, HistoryTable } from './history-charts.tsx';
import classes from './terminal-detail.module.css';
import { useHistory } from './terminal-detail.queries.ts';
import type { TerminalDetailState } from './terminal-detail.search.ts';

/** So many breaks are named in words, of those that begin and end in different minutes; the log has them all. */
const breaksNamed = 2;

/** A day or a week of it, as pictures or as a table. */
export function TerminalHistory({
  terminal,
  search,
}: {
  terminal: TerminalRow;
  search: TerminalDetailState;
}) {
  const { t } = useTranslation('terminals');
  const hours = search.hours ?? '24';
  const query = useHistory(terminal.id, hours);
  const breaks = query.data?.line.breaks ?? [];
  const said = hours === '24' ? formatTime : formatMoment;
  return (
    <Section
      title={t(`terminals:history.last.${hours}`)}
      aside={
        <span className={classes['aside']}>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => search.change({ hours: hours === '24' ? '168' : undefined })}
          >
            {t(hours === '24' ? 'terminals:history.week' : 'terminals:history.day')}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-pressed={search.as === 'table'}
            onClick={() => search.change({ as: search.as ? undefined : 'table' })}
          >
            {t('terminals:history.asTable')}
          </Button>
        </span>
      }
    >
      <div className={classes['history']}>
        <Loaded of={query} rows={6}>
          {(history) =>
            search.as === 'table' ? (
              <HistoryTable history={history} />
            ) : (
              <HistoryCharts history={history} hours={hours} now={terminal} />
            )
          }
        </Loaded>
        <p className={classes['lost']}>
          {breaks
            .filter(({ from, to }) => to === null || said(from) !== said(to))
            .slice(-breaksNamed)
            .map(({ from, to }) => (
              <span key={from}>
                {to === null
                  ? t('terminals:history.lostSince', { from: said(from) })
                  : t('terminals:history.lostBetween', { from: said(from), to: said(to) })}
              </span>
            ))}
        </p>
      </div>
    </Section>
  );
}
