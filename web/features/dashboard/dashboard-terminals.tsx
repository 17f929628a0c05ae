import type { Dashboard } from '@mizan/contract/dashboard.ts';
import { paths } from '@mizan/contract/paths.ts';
import { IconBattery1, IconCheck, IconPlugConnectedX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatMoment, formatNumber, formatWholePercent } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { Section } from '../../ui/page.tsx';
import classes from './dashboard.module.css';

type Terminals = Dashboard['terminals'];
type Terminal = Terminals['branches'][number]['terminals'][number];

/** Below this a terminal may not last until the evening. */
const lowBatteryPercent = 15;

const isLow = (terminal: Terminal): boolean =>
  terminal.connection === 'CONNECTED' && (terminal.batteryPercent ?? 100) < lowBatteryPercent;
const isConnected = (terminal: Terminal): boolean => terminal.connection === 'CONNECTED';

function stateOf(terminal: Terminal): 'ok' | 'low' | 'off' {
  if (!isConnected(terminal)) return 'off';
  return isLow(terminal) ? 'low' : 'ok';
}

const icons = { ok: IconCheck, low: IconBattery1, off: IconPlugConnectedX } as const;

interface TilesProps {
  terminals: Terminals;
  /** Whether the list of terminals is open to whoever reads: a cashier has one terminal and no list. */
  hasList: boolean;
}

/** Every terminal as a tile beside its branch; those that need a look in words below. Each number opens what it counts. */
export function TerminalTiles({ terminals, hasList }: TilesProps) {
  const { t } = useTranslation('dashboard');
  const all = terminals.branches.flatMap((branch) => branch.terminals);
  if (all.length === 0) return null;
  const summary = t('dashboard:terminals.summary', {
    count: terminals.connected,
    total: formatNumber(terminals.total),
  });
  return (
    <Section
      title={t('dashboard:terminals.title')}
      aside={hasList ? <Link to={paths.terminals}>{summary}</Link> : summary}
    >
      <ul className={classes['branches']}>
        {terminals.branches.map((branch) => (
          <li key={branch.branchId}>
            <span>{nameIn(branch)}</span>
            <span className={classes['tiles']}>
              {branch.terminals.map((terminal) => (
                <Tile key={terminal.id} terminal={terminal} />
              ))}
            </span>
            <OfBranch branch={branch} hasList={hasList} />
          </li>
        ))}
      </ul>
      <ul className={classes['notes']}>
        {all
          .filter((terminal) => stateOf(terminal) !== 'ok')
          .map((terminal) => (
            <li key={terminal.id}>
              <Note terminal={terminal} hasList={hasList} />
            </li>
          ))}
      </ul>
    </Section>
  );
}

function OfBranch({ branch, hasList }: { branch: Terminals['branches'][number]; hasList: boolean }) {
  const { t } = useTranslation('dashboard');
  const said = t('dashboard:terminals.ofTotal', {
    part: formatNumber(branch.terminals.filter(isConnected).length),
    total: formatNumber(branch.terminals.length),
  });
  if (!hasList) return <span className={classes['quiet']}>{said}</span>;
  return (
    <Link to={paths.terminals} search={{ branchId: [branch.branchId] } as never}>
      {said}
    </Link>
  );
}

function Tile({ terminal }: { terminal: Terminal }) {
  const { t } = useTranslation('dashboard');
  const state = stateOf(terminal);
  const TileIcon = icons[state];
  return (
    <span className={classes['tile']} data-state={state} title={terminal.tid}>
      <TileIcon size={14} stroke={2} aria-hidden="true" />
      <span className="mz-visually-hidden">{t(`dashboard:terminals.${state}`, { tid: terminal.tid })}</span>
    </span>
  );
}

function Note({ terminal, hasList }: { terminal: Terminal; hasList: boolean }) {
  const { t } = useTranslation('dashboard');
  const state = stateOf(terminal);
  const NoteIcon = icons[state];
  const tid = <Identifier>{terminal.tid}</Identifier>;
  const rest =
    state === 'low'
      ? t('dashboard:terminals.battery', { percent: formatWholePercent(terminal.batteryPercent ?? 0) })
      : terminal.lastSeenAt === null
        ? t('dashboard:terminals.never')
        : t('dashboard:terminals.silent', { time: formatMoment(terminal.lastSeenAt) });
  return (
    <>
      <NoteIcon size={16} stroke={1.6} aria-hidden="true" />
      <span>
        {hasList ? (
          <Link to={paths.terminalDetail} params={{ tid: terminal.tid } as never}>
            {tid}
          </Link>
        ) : (
          tid
        )}{' '}
        {rest}
      </span>
    </>
  );
}
