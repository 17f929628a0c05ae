import { Button } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import { startPayment } from '@mizan/contract/payments.ts';
import type { TerminalDetail } from '@mizan/contract/terminal-history.ts';
import { assignTerminal } from '@mizan/contract/terminal-manage.ts';
import { canTakePayment } from '@mizan/contract/terminals.ts';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { useTitle } from '../../platform/title.ts';
import { useMay } from '../../platform/use-may.ts';
import apart from '../../ui/apart.module.css';
import { DrawerPlace } from '../../ui/drawer-place.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { branchName } from '../../ui/terminal.words.ts';
import { TestBadge } from '../../ui/test-badge.tsx';
import { DetailWarnings } from './detail-warnings.tsx';
import { type AnsweredAt, HealthStrip } from './health-strip.tsx';
import { TerminalLine } from './heartbeat.tsx';
import { LineLog } from './line-log.tsx';
import { PairPanel } from './pair-panel.tsx';
import { ConfigureButton, SettingsSection } from './settings-state.tsx';
import classes from './terminal-detail.module.css';
import { useTerminal } from './terminal-detail.queries.ts';
import {
  type TerminalDetailState,
  useTerminalDetailSearch,
  useTidOfAddress,
} from './terminal-detail.search.ts';
import { TerminalHistory } from './terminal-history.tsx';
import { ReturnButton, TerminalMenu } from './terminal-menu.tsx';
import { VersionsTable } from './versions-table.tsx';

/** Loads when somebody changes something. */
const AssignPanel = lazyPart(() => import('./assign-panel.tsx'));
/** Loads where the model has one. */
const ModelPicture = lazyPart(() => import('./model-picture.tsx'));
const SettingsPanel = lazyPart(() => import('./settings-panel.tsx'));

/** What other features have to say of a terminal. */
export interface TerminalParts {
  /** What they say above the rest is known: until then the screen loads, so that nothing gives way to it. */
  isComplete: boolean;
  ReconcileNow: ComponentType<{ terminal: TerminalDetail }>;
  LastReconciliation: ComponentType<{ terminalId: string }>;
  LastPayments: ComponentType<{ terminalId: string; onOpen: (transactionId: string) => void }>;
  WaitingMoney: ComponentType<{ terminalId: string }>;
}

/** One terminal whole: who it is, whether it is well, what happened to it, what it took. */
export function TerminalDetailScreen(parts: TerminalParts) {
  const { t } = useTranslation(['terminals', 'shell']);
  useTitle(t('terminals:detail.title'), 'screen');
  const tid = useTidOfAddress();
  const query = useTerminal(tid);
  const { panel } = useTerminalDetailSearch();
  const terminal = query.data;
  if (!terminal || !parts.isComplete) {
    return (
      <Page
        title={<Identifier>{tid}</Identifier>}
        back={<BackToList />}
        drawer={panel !== undefined && !query.isError && <DrawerPlace />}
      >
        <Loaded
          of={{ ...query, data: undefined, isPending: query.isPending || terminal !== undefined }}
          rows={12}
          missing={
            <EmptyState title={t('terminals:detail.missing')} help={t('terminals:detail.missingHelp')} />
          }
        >
          {() => null}
        </Loaded>
      </Page>
    );
  }
  const answered = { portal: terminal.now, hereMs: query.dataUpdatedAt };
  return <Whole terminal={terminal} answered={answered} parts={parts} />;
}

function BackToList() {
  const { t } = useTranslation('shell');
  return <Link to={paths.terminals}>{t('shell:menu.terminals')}</Link>;
}

interface WholeProps {
  terminal: TerminalDetail;
  answered: AnsweredAt;
  parts: TerminalParts;
}

function Whole({ terminal, answered, parts }: WholeProps) {
  const { t } = useTranslation(['terminals', 'transactions', 'payment']);
  const { ReconcileNow } = parts;
  const search = useTerminalDetailSearch();
  const navigate = useNavigate();
  const mayTake = useMay(startPayment);
  const isRetired = terminal.status === 'RETIRED';
  return (
    <Page
      title={
        <>
          <Identifier>{terminal.tid}</Identifier> {terminal.isTest && <TestBadge />}
        </>
      }
      back={<BackToList />}
      summary={
        isRetired ? (
          t('terminals:detail.retired')
        ) : (
          <TerminalLine terminal={terminal} answered={answered} whole />
        )
      }
      actions={
        isRetired ? (
          <ReturnButton terminal={terminal} />
        ) : (
          <>
            {!terminal.isTest && <ReconcileNow terminal={terminal} />}
            <ConfigureButton onOpen={() => search.change({ panel: 'settings' })} />
            <TerminalMenu terminal={terminal} onPanel={(panel) => search.change({ panel })} />
            {mayTake && (
              <Button
                leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
                disabled={!canTakePayment(terminal)}
                onClick={() => void navigate({ to: paths.terminals, search: { pay: terminal.id } as never })}
              >
                {t('payment:title')}
              </Button>
            )}
          </>
        )
      }
      drawer={!isRetired && <Panel terminal={terminal} answered={answered} search={search} />}
    >
      <div className={classes['who']}>
        {terminal.pictureVersion !== null && (
          <span className={classes['picture']}>
            <Suspense fallback={null}>
              <ModelPicture tid={terminal.tid} version={terminal.pictureVersion} />
            </Suspense>
          </span>
        )}
        <Identity terminal={terminal} />
      </div>
      <div className={classes['room']}>
        <Columns terminal={terminal} answered={answered} parts={parts} search={search} />
      </div>
    </Page>
  );
}

interface PanelProps {
  terminal: TerminalDetail;
  answered: AnsweredAt;
  search: TerminalDetailState;
}

function Panel({ terminal, answered, search }: PanelProps) {
  const onClose = (): void => search.changeIfStill({ panel: undefined });
  if (search.panel === 'pair') return <PairPanel terminal={terminal} onClose={onClose} />;
  if (search.panel === undefined) return null;
  return (
    <Suspense fallback={<DrawerPlace />}>
      {search.panel === 'settings' ? (
        <SettingsPanel terminal={terminal} answered={answered} onClose={onClose} />
      ) : (
        <AssignPanel terminal={terminal} onClose={onClose} />
      )}
    </Suspense>
  );
}

/** What was and what is, on the left; what belongs to it, at its side. */
function Columns({ terminal, answered, parts, search }: WholeProps & { search: TerminalDetailState }) {
  const { t } = useTranslation('terminals');
  const { LastPayments, LastReconciliation, WaitingMoney } = parts;
  const navigate = useNavigate();
  const openPayment = (payment: string): void =>
    void navigate({ to: paths.terminals, search: { payment } as never });
  return (
    <div className={classes['columns']}>
      <div className={classes['main']}>
        <DetailWarnings terminal={terminal} />
        <WaitingMoney terminalId={terminal.id} />
        {terminal.openTransactionId !== null && (
          <p className={classes['open']}>
            {t('terminals:detail.underWay')}{' '}
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => openPayment(terminal.openTransactionId ?? '')}
            >
              {t('terminals:detail.openPayment')}
            </Button>
          </p>
        )}
        <HealthStrip terminal={terminal} answered={answered} />
        <TerminalHistory terminal={terminal} search={search} />
        <LastPayments terminalId={terminal.id} onOpen={openPayment} />
        <Link
          className={classes['all']}
          to={paths.transactions}
          search={{ terminalId: terminal.id } as never}
        >
          {t('terminals:detail.allPayments')}
        </Link>
      </div>
      <div className={classes['side']}>
        <Assigned terminal={terminal} onChange={() => search.change({ panel: 'change' })} />
        <VersionsTable terminal={terminal} />
        <LastReconciliation terminalId={terminal.id} />
        {terminal.status !== 'RETIRED' && <SettingsSection terminal={terminal} answered={answered} />}
        <LineLog
          terminalId={terminal.id}
          all={search.log === 'all'}
          onAll={() => search.change({ log: 'all' })}
        />
      </div>
    </div>
  );
}

/** Who it is, in one line. */
function Identity({ terminal }: { terminal: TerminalDetail }) {
  const { t } = useTranslation('terminals');
  const { label, brand, manufacturer, model, serialNumber, pairedAt } = terminal;
  const said: ReactNode[] = [
    label !== null && <bdi>{label}</bdi>,
    <Identifier key="model">{`${brand} ${model}`}</Identifier>,
    manufacturer !== brand && (
      <>
        {t('terminals:columns.manufacturer')}: <bdi>{manufacturer}</bdi>
      </>
    ),
    serialNumber !== null && (
      <>
        {t('terminals:detail.serial')} <Identifier>{serialNumber}</Identifier>
      </>
    ),
    pairedAt !== null && t('terminals:detail.paired', { day: formatDate(pairedAt) }),
  ];
  return (
    <p className={`${apart['line']} ${classes['identity']}`}>
      {said
        .filter((each) => each !== false)
        .map((each, index) => (
          // Parts of one line never move.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={index}>{each}</span>
        ))}
    </p>
  );
}

function Assigned({ terminal, onChange }: { terminal: TerminalDetail; onChange: () => void }) {
  const { t } = useTranslation(['terminals', 'transactions']);
  const mayChange = useMay(assignTerminal) && terminal.status !== 'RETIRED';
  return (
    <Section
      title={t('terminals:detail.assigned')}
      aside={
        mayChange && (
          <Button variant="subtle" size="compact-sm" onClick={onChange}>
            {t('terminals:detail.change')}
          </Button>
        )
      }
    >
      <dl className={classes['pairs']}>
        <div>
          <dt>{t('transactions:columns.branch')}</dt>
          <dd>
            <bdi>{branchName(terminal)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('transactions:columns.cashier')}</dt>
          <dd>
            <bdi>{terminal.cashierName ?? t('terminals:detail.nobody')}</bdi>
          </dd>
        </div>
      </dl>
    </Section>
  );
}
