import { Button } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { IconLoader, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../platform/failure.words.ts';
import { formatNumber } from '../../platform/formats.ts';
import { usePairingCode } from '../../platform/pairing.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { PairingCode } from '../../ui/pairing-code.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import classes from './first-steps.module.css';

/** More terminals than this are paired on their own screen. */
const drawnMax = 12;

interface PairStepProps {
  terminals: readonly TerminalRow[];
  pairing: string | null;
  /** Nothing can be done before a terminal is paired. */
  isNext: boolean;
  onPair: (terminalId: string) => void;
}

/** Each terminal with its state; one that is not paired yet opens its code in place. */
export function PairStep({ terminals, pairing, isNext, onPair }: PairStepProps) {
  const { t } = useTranslation(['dashboard', 'terminals', 'shell']);
  const unpaired = terminals.filter((terminal) => !terminal.isPaired);
  const opened = unpaired.find(({ id }) => id === pairing) ?? unpaired[0];
  if (terminals.length === 0) return <p className={classes['quiet']}>{t('terminals:empty.help')}</p>;
  // Those that still wait come first where not all are drawn.
  const drawn =
    terminals.length <= drawnMax ? terminals : [...unpaired, ...terminals.filter((each) => each.isPaired)];
  return (
    <>
      <ul className={classes['terminals']}>
        {drawn.slice(0, drawnMax).map((terminal) => (
          <li key={terminal.id}>
            <div className={classes['row']}>
              <span className={classes['tid']}>
                <Identifier>{terminal.tid}</Identifier>{' '}
                <span className={classes['quiet']}>
                  <bdi>
                    {terminal.brand} {terminal.model}
                  </bdi>
                </span>
              </span>
              {terminal === opened && <Waiting />}
              {terminal !== opened && terminal.isPaired && <Line terminal={terminal} />}
              {terminal !== opened && !terminal.isPaired && (
                <Button variant="subtle" size="compact-md" onClick={() => onPair(terminal.id)}>
                  {t('dashboard:firstSteps.pair.start')}
                </Button>
              )}
            </div>
            {terminal === opened && <Pairing key={terminal.id} terminal={terminal} isNext={isNext} />}
          </li>
        ))}
      </ul>
      {drawn.length > drawnMax && (
        <Link to={paths.terminals}>
          {t('dashboard:firstSteps.pair.all', {
            total: formatNumber(terminals.length),
          })}
        </Link>
      )}
    </>
  );
}

const icon = { size: 14, stroke: 2, 'aria-hidden': true } as const;

function Waiting() {
  const { t } = useTranslation('dashboard');
  return (
    <ToneBadge tone="progress" icon={<IconLoader {...icon} />}>
      {t('dashboard:firstSteps.pair.waiting')}
    </ToneBadge>
  );
}

function Line({ terminal }: { terminal: TerminalRow }) {
  const { t } = useTranslation(['dashboard', 'terminals']);
  return terminal.connection === 'CONNECTED' ? (
    <ToneBadge tone="ok" quiet icon={<IconPlugConnected {...icon} />}>
      {t('terminals:connection.connected')}
    </ToneBadge>
  ) : (
    <ToneBadge tone="offline" icon={<IconPlugConnectedX {...icon} />}>
      {t('dashboard:firstSteps.pair.offline')}
    </ToneBadge>
  );
}

/** The code and the way to use it on the terminal. */
function Pairing({ terminal, isNext }: { terminal: TerminalRow; isNext: boolean }) {
  const { t } = useTranslation('terminals');
  const { made, working, error, make } = usePairingCode(terminal);
  return (
    <div className={classes['pairing']}>
      {made ? (
        <PairingCode tid={terminal.tid} {...made} working={working} onNew={make} />
      ) : (
        <Button variant={isNext ? 'filled' : 'default'} loading={working} onClick={make}>
          {t('terminals:pairing.make')}
        </Button>
      )}
      {error && (
        <p role="alert" className={classes['error']}>
          {failureText(error, t)}
        </p>
      )}
    </div>
  );
}
