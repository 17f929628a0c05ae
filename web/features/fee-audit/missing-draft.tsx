import { SegmentedControl } from '@mantine/core';
import {
  type MissingClaimPreview,
  makeMissingClaim,
  previewMissingClaim,
} from '@mizan/contract/missing-claims.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { RouteArgs } from '@mizan/contract/route.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { formatAmount } from '../../platform/formats.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MissingState } from '../../ui/states.tsx';
import { ClaimLetter, InThePack } from './claim-parts.tsx';
import { changedByClaim, letterCalendar } from './claims.queries.ts';
import classes from './fee-audit.module.css';
import type { FeeAuditAddress } from './fee-audit.search.ts';
import { bankName, refusalOf } from './fee-audit.words.ts';
import { MissingSums } from './missing-parts.tsx';

const live = ['FIL'] as const;
const usePreview = (query: RouteArgs<typeof previewMissingClaim>['query']) =>
  useQuery(routeQuery(previewMissingClaim, { query: { ...query, ...letterCalendar() } }, { live }));

/** What is about to be claimed of a bank that did not pay: of a cell of the calendar, or a row of the proof. */
export function MissingDraft({ address, onClose }: { address: FeeAuditAddress; onClose: () => void }) {
  const { t } = useTranslation('fees');
  const { state, span, changeIfStill } = address;
  const { lost, lostScheme: scheme, lostBranch: branchId, lostTerminal: terminalId } = state;
  const currency = state.draftCurrency ?? 'SAR';
  const asked = { ...span, currency, scheme, branchId, terminalId };
  const query = usePreview({ ...asked, bankId: lost === 'any' ? undefined : lost });
  const shown = query.data;
  const make = useCommand(makeMissingClaim, {
    changes: [...changedByClaim, previewMissingClaim],
    refusal: (error) => refusalOf(error, t),
    done: ({ name }) => t('fees:claims.made', { name }),
    onDone: ({ id }) => changeIfStill({ ...noDraft, claim: id }),
  });
  const bank = shown?.bank;
  return (
    <DockedDrawer
      isText
      title={bank ? t('fees:claims.to', { bank: bankName(bank.id, [bank], t) }) : t('fees:missing.title')}
      onClose={onClose}
      footer={
        shown?.bank &&
        shown.claimedMinor > 0 &&
        !shown.isWorking && (
          <CommandButton
            command={make}
            args={{
              body: {
                requestId: '',
                ...asked,
                bankId: shown.bank.id,
                count: shown.count,
                claimedMinor: shown.claimedMinor,
              },
            }}
          >
            {t('fees:claims.make')}
          </CommandButton>
        )
      }
    >
      <Loaded of={query} missing={<MissingState title={t('fees:claims.missing')} />}>
        {(preview) => <Preview preview={preview} address={address} />}
      </Loaded>
    </DockedDrawer>
  );
}

/** The address without a claim that is being made. */
const noDraft = {
  draft: undefined,
  draftCurrency: undefined,
  lost: undefined,
  lostScheme: undefined,
  lostBranch: undefined,
  lostTerminal: undefined,
} as const;

function Preview({ preview, address }: { preview: MissingClaimPreview; address: FeeAuditAddress }) {
  const { t } = useTranslation('fees');
  const { banks, bank } = preview;
  const currency = address.state.draftCurrency ?? 'SAR';
  return (
    <>
      {banks.length > 1 && (
        <SegmentedControl
          size="sm"
          mb="sm"
          aria-label={t('fees:bank')}
          value={bank?.id ?? ''}
          onChange={(id) => address.change({ lost: id })}
          data={banks.map(({ id }) => ({ value: id, label: bankName(id, banks, t) }))}
        />
      )}
      {preview.claimedMinor > 0 && preview.letters ? (
        <>
          <MissingSums groups={preview.groups} currency={currency} />
          <InThePack kind="MISSING" lines={preview.count} files={preview.fileCount} />
          <ClaimLetter letters={preview.letters} />
        </>
      ) : (
        <MissingState title={t('fees:missing.nothing')} />
      )}
      <LeftOut preview={preview} address={address} />
      {preview.isWorking && <p className={classes['quiet']}>{t('fees:notes.working')}</p>}
      <p className={classes['quiet']}>{t('fees:claims.sendsNothing')}</p>
    </>
  );
}

/** What of the missing money is not claimed, each with its reason and the way to what decides it. */
function LeftOut({ preview, address }: { preview: MissingClaimPreview; address: FeeAuditAddress }) {
  const { t } = useTranslation(['fees', 'units']);
  const currency = t(`units:currency.${address.state.draftCurrency ?? 'SAR'}`);
  const text = (kind: 'claimedBefore' | 'waits' | 'withoutRate' | 'mayHaveArrived' | 'withoutFile') =>
    t(`fees:missing.${kind}`, {
      transactions: t('units:transaction', { count: preview[kind].count }),
      amount: formatAmount(preview[kind].netMinor, { currency }),
    });
  const month = address.span.from.slice(0, 7);
  const calendar = (
    <Link to={paths.settlement} search={{ month } as never}>
      {t('fees:missing.proof')}
    </Link>
  );
  return (
    <ul className={classes['notes']}>
      {preview.claimedBefore.count > 0 && (
        <li>
          {text('claimedBefore')}{' '}
          {preview.claimedBefore.claims.map(({ id, name }) => (
            <Link key={id} to={paths.feeAudit} search={{ ...address.span, claim: id } as never}>
              <Identifier>{name}</Identifier>{' '}
            </Link>
          ))}
        </li>
      )}
      {preview.waits.count > 0 && (
        <li>
          {text('waits')} {calendar}
        </li>
      )}
      {preview.withoutRate.count > 0 && (
        <li>
          {text('withoutRate')} <Link to={paths.discounts}>{t('fees:missing.rates')}</Link>
        </li>
      )}
      {preview.mayHaveArrived.count > 0 && (
        <li>
          {text('mayHaveArrived')} {calendar}
        </li>
      )}
      {preview.withoutFile.count > 0 && (
        <li>
          {text('withoutFile')} {calendar}
        </li>
      )}
    </ul>
  );
}
