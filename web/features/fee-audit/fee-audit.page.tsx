import type { FeeAudit } from '@mizan/contract/fee-audit.ts';
import { feeAuditLimits } from '@mizan/contract/fee-audit-terms.ts';
import { paths } from '@mizan/contract/paths.ts';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import { useTitle } from '../../platform/title.ts';
import { DateRangePicker } from '../../ui/date-range-picker.tsx';
import { DrawerPlace } from '../../ui/drawer-place.tsx';
import { FilterSegments } from '../../ui/filter-segments.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import type { Opened } from './audit-figure.tsx';
import { AuditHead } from './audit-head.tsx';
import { AuditLines } from './audit-lines.tsx';
import { AuditNotes } from './audit-notes.tsx';
import { AuditPhone } from './audit-phone.tsx';
import { AuditTable } from './audit-table.tsx';
import { ClaimsList } from './claims-list.tsx';
import { useFeeAudit, useRentAudit } from './fee-audit.queries.ts';
import { type FeeAuditAddress, rowKey, useFeeAuditSearch } from './fee-audit.search.ts';
import { bankName } from './fee-audit.words.ts';
import { ofBank } from './of-bank.ts';
import { Rents } from './rents.tsx';
import { SumLines } from './sum-lines.tsx';

/** Loads with the first claim that is opened. */
const ClaimDrawer = lazyPart(() => import('./claim-drawer.tsx'));

/** What banks took against what was agreed: each line against the rate of its day. */
export function FeeAuditPage() {
  const { t } = useTranslation('fees');
  const address = useFeeAuditSearch();
  const { span, today, change, state } = address;
  const query = useFeeAudit(span);
  const rents = useRentAudit(span);
  useTitle(t('fees:title'), 'screen');
  return (
    <Page
      title={t('fees:title')}
      summary={t('fees:summary')}
      back={<BackLink />}
      drawer={
        (state.claim ?? state.draft ?? state.lost) !== undefined && (
          <Suspense fallback={<DrawerPlace />}>
            <ClaimDrawer address={address} />
          </Suspense>
        )
      }
      filters={
        <>
          <DateRangePicker
            label={t('fees:days')}
            value={span}
            today={today}
            maxDays={feeAuditLimits.daysMax}
            onChange={({ from, to }) => change({ from, to, ...closed })}
          />
          {query.data && <BankChoice audit={query.data} address={address} />}
        </>
      }
    >
      <Loaded of={query} rows={6}>
        {(audit) => <Audit audit={ofBank(audit, state.bank)} address={address} />}
      </Loaded>
      {/* Below what it stands under: nothing moves when the audit or the rents come. */}
      {!query.isPending && !rents.isPending && (
        <>
          <Rents query={rents} address={address} />
          <ClaimsList address={address} />
        </>
      )}
    </Page>
  );
}

const closed = {
  row: undefined,
  all: undefined,
  sums: undefined,
  cause: undefined,
  side: undefined,
  draft: undefined,
  draftCurrency: undefined,
  lost: undefined,
} as const;

/** One of the banks of these days, or all of them; a chosen one that has no lines can be let go. */
function BankChoice({ audit, address: { state, change } }: { audit: FeeAudit; address: FeeAuditAddress }) {
  const { t } = useTranslation('fees');
  const ids = [...new Set([...audit.banks.map(({ id }) => id), ...(state.bank ? [state.bank] : [])])];
  if (ids.length < 2 && state.bank === undefined) return null;
  return (
    <FilterSegments
      label={t('fees:bank')}
      allLabel={t('fees:allBanks')}
      options={ids.map((id) => [
        id,
        audit.banks.some((bank) => bank.id === id)
          ? bankName(id, audit.banks, t)
          : t('fees:bankWithoutLines'),
      ])}
      value={state.bank}
      onChange={(bank) => change({ bank, ...closed })}
    />
  );
}

function BackLink() {
  const { t } = useTranslation('fees');
  return (
    <Link to={paths.reconciliation} search={{ view: 'files' } as never}>
      {t('fees:back')}
    </Link>
  );
}

function Audit({ audit, address }: { audit: FeeAudit; address: FeeAuditAddress }) {
  const { t } = useTranslation('fees');
  const onPhone = useIsPhone();
  if (audit.rows.length === 0 && audit.inSums.length === 0)
    return <EmptyState title={t('fees:empty.title')} help={t('fees:empty.help')} action={<BackLink />} />;
  const opened = openedIn(audit, address);
  return (
    <>
      <AuditHead audit={audit} address={address} />
      {onPhone ? (
        <AuditPhone audit={audit} address={address} />
      ) : (
        <AuditTable audit={audit} address={address} />
      )}
      <AuditNotes audit={audit} address={address} />
      {opened && <AuditLines audit={audit} of={opened} address={address} />}
      {address.state.sums && <SumLines audit={audit} currency={address.state.sums} address={address} />}
    </>
  );
}

/** What of the audit the address opens; of what it does not hold any more, nothing. */
function openedIn(audit: FeeAudit, { state: { row: key, all } }: FeeAuditAddress): Opened | null {
  const row = audit.rows.find((each) => rowKey(each) === key);
  if (row) return { row };
  const isThere = all !== undefined && audit.totals.some(({ currency }) => currency === all);
  return isThere ? { all } : null;
}
