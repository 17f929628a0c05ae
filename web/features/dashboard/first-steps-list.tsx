import { Button } from '@mantine/core';
import type { getFirstSteps } from '@mizan/contract/first-steps.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { IconCheck, IconPlus, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '../../platform/formats.ts';
import classes from './first-steps.module.css';
import { PairStep } from './first-steps-pair.tsx';

export type OpenSteps = RouteOutput<typeof getFirstSteps>;

interface FirstStepsListProps {
  steps: OpenSteps;
  /** Undefined until they are read. */
  terminals: readonly TerminalRow[] | undefined;
  /** The terminal whose code was asked for; without one the first that is not paired. */
  pairing: string | null;
  onPair: (terminalId: string) => void;
}

/** Pair, take a payment, upload: in order, each with where it stands. The one that is next is the primary. */
export function FirstStepsList({ steps, terminals = [], pairing, onPair }: FirstStepsListProps) {
  const { t } = useTranslation('dashboard');
  const paired = terminals.filter((terminal) => terminal.isPaired);
  const ready = paired.find((terminal) => terminal.connection === 'CONNECTED');
  return (
    <section className={classes['list']} aria-labelledby="first-steps">
      <h2 id="first-steps" className={classes['title']}>
        {t('dashboard:firstSteps.title')}
      </h2>
      <p className={classes['lead']}>
        {steps.approvedAt !== null &&
          `${t('dashboard:firstSteps.approved', { time: formatDateTime(steps.approvedAt) })} `}
        {t('dashboard:firstSteps.goes')}
      </p>
      <ol className={classes['steps']}>
        <Step
          number={1}
          isDone={terminals.length > 0 && paired.length === terminals.length}
          isNext
          title={t('dashboard:firstSteps.pair.title')}
          aside={t('dashboard:firstSteps.pair.paired', {
            count: paired.length,
            total: formatNumber(terminals.length),
          })}
        >
          <PairStep terminals={terminals} pairing={pairing} isNext={ready === undefined} onPair={onPair} />
        </Step>
        <Step
          number={2}
          isDone={steps.tookPayment}
          isNext={ready !== undefined}
          title={t('dashboard:firstSteps.pay.title')}
          help={!steps.tookPayment && <PayHelp ready={ready} paired={paired[0]} />}
          action={
            ready && (
              <Button
                component={Link}
                {...({ to: paths.terminals, search: { pay: ready.id } } as object)}
                variant={steps.tookPayment ? 'default' : 'filled'}
                leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
              >
                {t('dashboard:firstSteps.pay.start')}
              </Button>
            )
          }
        />
        <Step
          number={3}
          isDone={steps.readBankFile}
          isNext={steps.tookPayment}
          title={t('dashboard:firstSteps.file.title')}
          help={t('dashboard:firstSteps.file.help')}
          action={
            <Button
              component={Link}
              {...({ to: paths.reconciliation, search: { view: 'files' } } as object)}
              variant={steps.tookPayment && !steps.readBankFile ? 'filled' : 'default'}
              leftSection={<IconUpload size={16} stroke={1.6} aria-hidden="true" />}
            >
              {t('dashboard:firstSteps.file.start')}
            </Button>
          }
        />
      </ol>
    </section>
  );
}

function PayHelp({ ready, paired }: { ready: TerminalRow | undefined; paired: TerminalRow | undefined }) {
  const { t } = useTranslation('dashboard');
  if (ready) return t('dashboard:firstSteps.pay.ready', { tid: ready.tid });
  if (paired) return t('dashboard:firstSteps.pay.offline', { tid: paired.tid });
  return t('dashboard:firstSteps.pay.unpaired');
}

interface StepProps {
  number: number;
  isDone: boolean;
  isNext: boolean;
  title: string;
  aside?: string;
  help?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

function Step({ number, isDone, isNext, title, aside, help, action, children }: StepProps) {
  const { t } = useTranslation('dashboard');
  return (
    <li className={classes['step']}>
      <span
        className={classes['number']}
        data-state={isDone ? 'done' : isNext ? 'next' : undefined}
        aria-hidden="true"
      >
        {isDone ? <IconCheck size={18} stroke={2} /> : formatNumber(number)}
      </span>
      <div className={classes['body']}>
        <div className={classes['head']}>
          <div>
            <h3 className={classes['name']}>
              {title}
              {isDone && <span className={classes['quiet']}> {t('dashboard:firstSteps.done')}</span>}
              {aside && <span className={classes['quiet']}> {aside}</span>}
            </h3>
            {help && <p className={classes['quiet']}>{help}</p>}
          </div>
          {action}
        </div>
        {children}
      </div>
    </li>
  );
}
