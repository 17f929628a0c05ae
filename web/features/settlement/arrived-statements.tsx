import { Button } from '@mantine/core';
import {
  type ArrivedStatement,
  arrivedIsOfPayments,
  listArrivedStatements,
  putAwayStatement,
} from '@mizan/contract/arrived-statements.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { failureText } from '../../platform/failure.words.ts';
import { formatDate } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { LoadingState } from '../../ui/states.tsx';
import classes from './arrived.module.css';

const StatementDialog = lazyPart(() => import('./statement-dialog.tsx'));

const arrivedQuery = routeQuery(listArrivedStatements, {}, { live: ['FIL'] });

/**
 * Statements that came by themselves and wait for a person, each with the reason, above the deposits; nothing where none
 * waits. What stands below comes when this is known, so that it never gives way.
 */
export default function ArrivedStatements({ children }: { children: ReactNode }) {
  const { t } = useTranslation('settlement');
  const { data, isPending } = useQuery(arrivedQuery);
  const [opened, setOpened] = useState<ArrivedStatement | null>(null);
  const rows = data?.rows ?? [];
  if (isPending) return <LoadingState rows={8} />;
  return (
    <>
      {rows.length > 0 && (
        <section className={classes['arrived']} aria-label={t('settlement:arrived.title')}>
          <h2 className={classes['title']}>{t('settlement:arrived.title')}</h2>
          <p className={classes['help']}>{t('settlement:arrived.help')}</p>
          <ul className={classes['rows']} aria-label={t('settlement:arrived.title')}>
            {rows.map((row) => (
              <Row key={row.id} row={row} onOpen={() => setOpened(row)} />
            ))}
          </ul>
        </section>
      )}
      {children}
      <Suspense>{opened && <StatementDialog arrived={opened} onClose={() => setOpened(null)} />}</Suspense>
    </>
  );
}

function Row({ row, onOpen }: { row: ArrivedStatement; onOpen: () => void }) {
  const { t } = useTranslation('settlement');
  const args = { params: { id: row.id } };
  const away = useCommand(putAwayStatement, {
    changes: [listArrivedStatements],
    done: () => t('settlement:arrived.putAwayDone'),
  });
  const payments = useCommand(arrivedIsOfPayments, {
    changes: [listArrivedStatements],
    done: () => t('settlement:arrived.paymentsDone'),
    refusal: (error) =>
      isApiError(error) && error.code === 'bankFileRunning'
        ? t('settlement:arrived.notNow')
        : failureText(error, t),
  });
  return (
    <li className={classes['row']}>
      <span className={classes['said']}>
        <span className={classes['name']}>
          <bdi>{row.fileName}</bdi>
        </span>
        <span>{t(`settlement:arrived.reason.${row.reason}`)}</span>
        <span className={classes['came']}>
          {t('settlement:arrived.came', { day: formatDate(row.arrivedAt), by: row.byName })}
        </span>
      </span>
      <span className={classes['acts']}>
        <Button variant="default" size="compact-sm" onClick={onOpen}>
          {t('settlement:arrived.look')}
        </Button>
        {row.reason === 'kind' && (
          <CommandButton command={payments} args={args} variant="default" size="compact-sm">
            {t('settlement:arrived.payments')}
          </CommandButton>
        )}
        <CommandButton
          command={away}
          args={args}
          variant="subtle"
          size="compact-sm"
          question={{
            title: t('settlement:arrived.putAwayQuestion', { name: row.fileName }),
            help: t('settlement:arrived.putAwayHelp'),
            confirmLabel: t('settlement:arrived.putAwayIt'),
            danger: true,
          }}
        >
          {t('settlement:arrived.putAway')}
        </CommandButton>
      </span>
    </li>
  );
}
