import { Button } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import {
  listTerminalStates,
  reconcileTerminals,
  type TerminalState,
} from '@mizan/contract/terminal-reconciliation.ts';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { formatNumber, formatWeekday, riyadhDay } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { runAndSay } from '../../ui/command-button.tsx';
import { DrawerPlace } from '../../ui/drawer-place.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DailyLetter } from './daily-letter.tsx';
import { DailyTime } from './daily-time.tsx';
import { dayBefore, isLeftOut, isReconciled, isUnderWay } from './not-reconciled.ts';
import classes from './terminal-reconciliation.module.css';
import { useTerminalStates } from './terminal-reconciliation.queries.ts';
import { useTerminalReconciliationSearch } from './terminal-reconciliation.search.ts';
import { TerminalsTable } from './terminals-table.tsx';
import { WaitingMoney } from './waiting-money.tsx';

/** Loads with the first terminal that is opened. */
const TerminalDrawer = lazyPart(() => import('./reconciliation-drawer.tsx'));

/** Every terminal by branch: when it reconciled last, how it came out, and what waits. */
export function TerminalTotalsScreen({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('reconcile');
  const { state, change } = useTerminalReconciliationSearch();
  const query = useTerminalStates();
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const rows = query.data?.rows ?? [];
  const leftOut = rows.filter((row) => isLeftOut(row, query.data?.today ?? '', riyadhDay));
  const toAsk = rows.filter(
    (row) =>
      !isUnderWay(row) && (chosen ? chosen.has(row.terminalId) : leftOut.includes(row) && row.isConnected),
  );
  const opened = rows.find(({ terminalId }) => terminalId === state.terminal);
  const choose = (ids: readonly string[], on: boolean): void => {
    const next = new Set(toAsk.map(({ terminalId }) => terminalId));
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  };
  return (
    <Page
      named
      title={t('reconcile:title')}
      filters={tabs}
      actions={rows.length > 0 && <ReconcileNow terminals={toAsk} onAsked={() => setChosen(new Set())} />}
      drawer={
        opened && (
          <Suspense fallback={<DrawerPlace wide />}>
            <TerminalDrawer
              key={`${opened.terminalId} ${state.earlier}`}
              terminal={opened}
              reconciliationId={state.earlier ?? opened.last?.id ?? null}
              rows={rows}
              onOpen={(terminal, earlier) => change({ terminal, earlier }, true)}
              onClose={() => change({ terminal: undefined, earlier: undefined })}
            />
          </Suspense>
        )
      }
    >
      <Loaded of={query} rows={10}>
        {({ today, dailyTime, placeTimes, people, letter }) =>
          rows.length === 0 ? (
            <NoTerminals />
          ) : (
            <>
              <Summary rows={rows} today={today} />
              <TerminalsTable
                rows={rows}
                letter={letter}
                leftOut={new Set(leftOut.map(({ terminalId }) => terminalId))}
                chosen={new Set(toAsk.map(({ terminalId }) => terminalId))}
                openId={state.terminal ?? null}
                onChoose={choose}
                onOpen={(terminal) => change({ terminal, earlier: undefined })}
              />
              <WaitingMoney rows={leftOut} />
              <DailyTime time={dailyTime} ownCount={placeTimes.length} />
              <DailyLetter people={people} letter={letter} dailyTime={dailyTime} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

/** Since yesterday: how many of how many, and how many of them are not balanced. */
function Summary({ rows, today }: { rows: readonly TerminalState[]; today: string }) {
  const { t } = useTranslation('reconcile');
  const done = rows.filter((row) => isReconciled(row, today, riyadhDay));
  const unlike = done.filter(({ last }) => last?.balance !== 'BALANCED').length;
  return (
    <p className={classes['summary']}>
      <strong>{t('reconcile:summary.since', { day: formatWeekday(`${dayBefore(today)}T09:00:00Z`) })}</strong>{' '}
      <span>
        {t('reconcile:summary.count', { count: done.length, total: formatNumber(rows.length) })}
        {unlike > 0 && t('reconcile:summary.unlike', { count: unlike })}
      </span>
    </p>
  );
}

function ReconcileNow({ terminals, onAsked }: { terminals: readonly TerminalState[]; onAsked: () => void }) {
  const { t } = useTranslation('reconcile');
  const command = useCommand(reconcileTerminals, {
    changes: [listTerminalStates],
    onDone: onAsked,
    done: ({ rows }) => {
      const said = [...Map.groupBy(rows, ({ outcome }) => outcome)].map(([outcome, of]) =>
        t(`reconcile:now.${outcome}`, { count: of.length }),
      );
      return said.join(' ');
    },
  });
  const terminalIds = terminals.map(({ terminalId }) => terminalId);
  return (
    <Button
      leftSection={<IconRefresh size={16} stroke={2} aria-hidden="true" />}
      disabled={terminalIds.length === 0 || command.isRefused}
      loading={command.isWorking}
      onClick={() => void runAndSay(command, { body: { terminalIds } })}
    >
      {terminalIds.length === 0
        ? t('reconcile:now.choose')
        : t('reconcile:now.title', { count: terminalIds.length })}
    </Button>
  );
}

function NoTerminals() {
  const { t } = useTranslation(['reconcile', 'shell']);
  return (
    <EmptyState
      title={t('reconcile:noTerminals.title')}
      help={t('reconcile:noTerminals.help')}
      action={<Link to={paths.terminals}>{t('shell:menu.terminals')}</Link>}
    />
  );
}
