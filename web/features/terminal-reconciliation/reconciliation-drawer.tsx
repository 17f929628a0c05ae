import { Button } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import type { TerminalReconciliation, TerminalState } from '@mizan/contract/terminal-reconciliation.ts';
import { IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../platform/formats.ts';
import { branchNameIn } from '../../platform/language.ts';
import { Amount } from '../../ui/amount.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { DrawerSteps } from '../../ui/drawer-steps.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState, MissingState } from '../../ui/states.tsx';
import { VerdictMark } from '../../ui/verdict-mark.tsx';
import classes from './drawer.module.css';
import { EarlierReconciliations } from './earlier-reconciliations.tsx';
import { Explanations } from './explanations.tsx';
import { PlaceTimes } from './place-times.tsx';
import { PrintedSlip } from './reconciliation-slip.tsx';
import { useTerminalReconciliation } from './terminal-reconciliation.queries.ts';
import { ThreeSides } from './three-sides.tsx';

interface ReconciliationDrawerProps {
  terminal: TerminalState;
  /** Null where the portal knows of none. */
  reconciliationId: string | null;
  rows: readonly TerminalState[];
  onOpen: (terminalId: string, earlier?: string) => void;
  onClose: () => void;
}

/** One terminal: its newest reconciliation or an earlier one, whole. */
export default function ReconciliationDrawer(props: ReconciliationDrawerProps) {
  const { terminal, reconciliationId, rows, onOpen, onClose } = props;
  const { t } = useTranslation('reconcile');
  const at = rows.findIndex(({ terminalId }) => terminalId === terminal.terminalId);
  const beside = (step: -1 | 1) => {
    const next = rows[at + step];
    return next && (() => onOpen(next.terminalId));
  };
  return (
    <DockedDrawer
      wide
      title={
        <>
          {t('reconcile:drawer.title')} <Identifier>{terminal.tid}</Identifier>{' '}
          <span className={classes['quiet']}>{branchNameIn(terminal)}</span>
        </>
      }
      onClose={onClose}
      actions={
        <DrawerSteps
          before={{ label: t('reconcile:drawer.before'), onGo: beside(-1) }}
          after={{ label: t('reconcile:drawer.after'), onGo: beside(1) }}
        />
      }
      footer={reconciliationId !== null && <Foot id={reconciliationId} />}
    >
      {reconciliationId === null ? (
        <EmptyState title={t('reconcile:drawer.none')} help={t('reconcile:drawer.noneHelp')} />
      ) : (
        <Whole id={reconciliationId} />
      )}
      <PlaceTimes terminal={terminal} />
      <EarlierReconciliations
        terminalId={terminal.terminalId}
        shownId={reconciliationId}
        onOpen={(id) => onOpen(terminal.terminalId, id)}
      />
    </DockedDrawer>
  );
}

function Whole({ id }: { id: string }) {
  const { t } = useTranslation(['reconcile', 'errors']);
  return (
    <Loaded of={useTerminalReconciliation(id)} missing={<MissingState title={t('errors:notFound')} />}>
      {(shown) => (
        <>
          <Head shown={shown} />
          {shown.schemes.length > 0 && <ThreeSides shown={shown} />}
          {shown.fromAt === null && <p className={classes['note']}>{t('reconcile:drawer.first')}</p>}
          {shown.openCount > 0 && (
            <p className={classes['note']}>{t('reconcile:drawer.open', { count: shown.openCount })}</p>
          )}
          <Explanations shown={shown} />
          <PrintedSlip shown={shown} />
        </>
      )}
    </Loaded>
  );
}

function Head({ shown }: { shown: TerminalReconciliation }) {
  const { t } = useTranslation(['reconcile', 'units']);
  const { balance, actionCode, discrepancyMinor, at, isEmpty } = shown;
  const said = discrepancyMinor === 0 ? 'same' : discrepancyMinor < 0 ? 'less' : 'more';
  return (
    <div className={classes['head']}>
      <VerdictMark verdict={balance === 'PORTAL_DIFFERS' ? 'INCOMPLETE' : balance} size={56} />
      <div>
        <strong className={classes['balance']} data-balance={balance}>
          {t(isEmpty && balance === 'BALANCED' ? 'reconcile:state.empty' : `reconcile:state.${balance}`)}
        </strong>
        <p className={classes['note']}>{formatDateTime(at)}</p>
        <p className={classes['note']}>
          {t('reconcile:drawer.code')} <Identifier>{actionCode}</Identifier>
          {t('reconcile:and')}
          {t(balance === 'PORTAL_DIFFERS' ? 'reconcile:drawer.portal' : `reconcile:drawer.${said}`)}
        </p>
      </div>
      {discrepancyMinor !== 0 && (
        <div className={classes['discrepancy']}>
          <span className={classes['note']}>{t('reconcile:drawer.discrepancy')}</span>
          <Amount size="h2" amountMinor={discrepancyMinor} currency="SAR" />
        </div>
      )}
    </div>
  );
}

function Foot({ id }: { id: string }) {
  const { t } = useTranslation('reconcile');
  const { data } = useTerminalReconciliation(id);
  const explaining = data?.differences.flatMap(({ transactions }) => transactions) ?? [];
  const [first] = explaining;
  return (
    <>
      <Button
        variant="default"
        disabled={!data}
        leftSection={<IconPrinter size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        {t('reconcile:drawer.print')}
      </Button>
      {first && (
        <Button
          variant="default"
          component={Link}
          to={paths.transactions}
          search={{ open: first.transactionId } as never}
        >
          {t('reconcile:drawer.openTransaction')}
        </Button>
      )}
    </>
  );
}
