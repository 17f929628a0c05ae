import { Button } from '@mantine/core';
import { type DepositDetail, releaseDeposit, undoDeposit } from '@mizan/contract/deposits.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { formatDate, formatDateTime } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { Amount } from '../../ui/amount.tsx';
import { CommandButton } from '../../ui/command-button.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { schemeKey } from '../../ui/scheme-mark.tsx';
import { MissingState } from '../../ui/states.tsx';
import classes from './deposit.module.css';
import { DepositPaysBadge } from './deposit-pays.tsx';
import { refusalOf } from './refusal.words.ts';
import { changedByDeposit, useDeposit } from './settlement.queries.ts';
import { cellText, type SettlementAddress } from './settlement.search.ts';
import { formatPlainDay, inLanguage } from './settlement.words.ts';

const DepositForm = lazyPart(() => import('./deposit-form.tsx'));

interface DepositDrawerProps {
  id: string;
  address: SettlementAddress;
}

/** One deposit: what arrived, what it pays, and how that is taken back. */
export default function DepositDrawer({ id, address }: DepositDrawerProps) {
  const { t } = useTranslation(['settlement', 'errors']);
  const query = useDeposit(id);
  const [isMatching, setIsMatching] = useState(false);
  const shown = query.data;
  const left = shown && shown.undoneAt === null ? shown.amountMinor - shown.sharedMinor : 0;
  return (
    <DockedDrawer
      title={
        <>
          {t('settlement:deposit.one')} {shown?.reference && <Identifier>{shown.reference}</Identifier>}
        </>
      }
      onClose={() => address.changeIfStill({ deposit: undefined })}
      footer={
        shown &&
        shown.undoneAt === null && (
          <>
            {left > 0 && <Button onClick={() => setIsMatching(true)}>{t('settlement:deposit.match')}</Button>}
            <Undo shown={shown} />
          </>
        )
      }
    >
      <Loaded of={query} missing={<MissingState title={t('errors:notFound')} />}>
        {(deposit) => <Deposit shown={deposit} address={address} />}
      </Loaded>
      {isMatching && shown && (
        <Suspense>
          <DepositForm
            banks={[{ id: shown.bank.id, name: inLanguage(shown.bank) }]}
            deposit={shown}
            onClose={() => setIsMatching(false)}
          />
        </Suspense>
      )}
    </DockedDrawer>
  );
}

function Undo({ shown }: { shown: DepositDetail }) {
  const { t } = useTranslation('settlement');
  const options = {
    changes: changedByDeposit,
    refusal: (error: unknown) => refusalOf(error, t),
  };
  const release = useCommand(releaseDeposit, {
    ...options,
    done: () => t('settlement:deposit.releasedToast'),
  });
  const undo = useCommand(undoDeposit, { ...options, done: () => t('settlement:deposit.undoneToast') });
  const args = { params: { id: shown.id } };
  return (
    <>
      {shown.shares.length > 0 && (
        <CommandButton
          command={release}
          args={args}
          variant="default"
          question={{
            title: t('settlement:deposit.release'),
            help: t('settlement:deposit.releaseHelp'),
            confirmLabel: t('settlement:deposit.release'),
          }}
        >
          {t('settlement:deposit.release')}
        </CommandButton>
      )}
      <CommandButton
        command={undo}
        args={args}
        variant="default"
        question={{
          title: t('settlement:deposit.undo'),
          help: t('settlement:deposit.undoHelp'),
          confirmLabel: t('settlement:deposit.undo'),
          danger: true,
        }}
      >
        {t('settlement:deposit.undo')}
      </CommandButton>
    </>
  );
}

function Deposit({ shown, address }: { shown: DepositDetail; address: SettlementAddress }) {
  const { t } = useTranslation(['settlement', 'transactions', 'common']);
  const left = shown.amountMinor - shown.sharedMinor;
  return (
    <>
      <div className={classes['head']}>
        <Amount
          size="h1"
          amountMinor={shown.amountMinor}
          currency={shown.currency}
          muted={shown.undoneAt !== null}
        />
        <DepositPaysBadge row={shown} />
      </div>
      <Facts
        facts={[
          [t('common:fields.bank'), inLanguage(shown.bank)],
          [t('settlement:deposit.valueDate'), formatDate(shown.valueDate), null, 'value-date'],
          [t('settlement:deposit.reference'), shown.reference && <Identifier>{shown.reference}</Identifier>],
          [t('settlement:deposit.note'), shown.note && <bdi>{shown.note}</bdi>],
          [t('settlement:deposit.source'), t(`settlement:deposit.sources.${shown.source}`)],
          [
            t('settlement:deposit.addedBy'),
            t('settlement:deposit.by', { name: shown.addedByName, at: formatDateTime(shown.addedAt) }),
          ],
          [
            t('settlement:deposit.undone'),
            shown.undoneAt &&
              t('settlement:deposit.by', {
                name: shown.undoneByName ?? '',
                at: formatDateTime(shown.undoneAt),
              }),
          ],
        ]}
      />
      {shown.undoneAt === null && (
        <Section title={t('settlement:deposit.pays')}>
          {shown.shares.length === 0 && (
            <p className={classes['help']}>{t('settlement:deposit.paysNothing')}</p>
          )}
          <ul className={classes['shares']}>
            {shown.shares.map(({ day, scheme, amountMinor }) => (
              <li key={`${day} ${scheme}`}>
                <button
                  type="button"
                  onClick={() =>
                    address.change({
                      deposit: undefined,
                      cell: cellText({ bankId: shown.bank.id, scheme, currency: shown.currency, day }),
                    })
                  }
                >
                  <span>{t(schemeKey(scheme))}</span>
                  <span className={classes['detail']}>{formatPlainDay(day)}</span>
                  <Amount amountMinor={amountMinor} />
                </button>
              </li>
            ))}
          </ul>
          {left !== 0 && (
            <p className={classes['difference']}>
              {t('settlement:deposit.leftOver')} <Amount amountMinor={left} />
            </p>
          )}
        </Section>
      )}
    </>
  );
}
