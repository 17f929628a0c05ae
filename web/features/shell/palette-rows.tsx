import { fileBankIn } from '@mizan/contract/bank-names.ts';
import type { BranchRow } from '@mizan/contract/management.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { Person } from '@mizan/contract/people.ts';
import type { BankFileRow } from '@mizan/contract/reconciliation.ts';
import { heartbeatOldMs, type TerminalRow } from '@mizan/contract/terminals.ts';
import type { TransactionRow } from '@mizan/contract/transactions.ts';
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconBuildingStore,
  IconDeviceMobile,
  IconFileText,
  IconUser,
} from '@tabler/icons-react';
import { apart } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { ActivityBadge } from '../../ui/activity-badge.tsx';
import { Amount } from '../../ui/amount.tsx';
import { BankFileStateBadge } from '../../ui/bank-file-state-badge.tsx';
import { ConnectionBadge } from '../../ui/connection-badge.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import { Marked } from './palette-mark.tsx';
import { Beside, iconLook, type Row, type Said } from './palette-parts.tsx';

const named = (row: { nameEn: string; nameAr: string }): string =>
  language === 'en' ? row.nameEn : row.nameAr;
const branchOf = (row: { branchNameEn: string | null; branchNameAr: string | null }): string =>
  (language === 'en' ? row.branchNameEn : row.branchNameAr) ?? '';
export function branchRow(row: BranchRow, { t, words }: Said): Row {
  const { connected, total } = row.terminals;
  return {
    id: `branch-${row.id}`,
    to: paths.management,
    search: { open: row.id },
    icon: <IconBuildingStore {...iconLook} />,
    content: (
      <>
        <Marked text={named(row)} words={words} />
        <Beside>
          <Identifier>{row.code}</Identifier>
          {total > 0 && `${apart}${t('management:branch.connected', { count: connected, total })}`}
        </Beside>
      </>
    ),
    end:
      row.status === 'ACTIVE' ? (
        <span>
          {t('palette:today')} <Amount amountMinor={row.salesTodayMinor} currency="SAR" />
        </span>
      ) : (
        <ActivityBadge activity={row.status} />
      ),
  };
}

/** Whether it counts as connected and was not heard of for too long, by the portal's clock. */
const isOld = ({ connection, lastSeenAt }: TerminalRow, now: string | undefined): boolean =>
  connection === 'CONNECTED' &&
  lastSeenAt !== null &&
  now !== undefined &&
  Date.parse(now) - Date.parse(lastSeenAt) > heartbeatOldMs;

/** A cashier's own terminal is the screen that takes payments. */
export function terminalRow(
  row: TerminalRow,
  { t, words }: Said,
  { isOwn, now }: { isOwn: boolean; now: string | undefined },
): Row {
  const isMisfit = row.packageFit === 'DOES_NOT_FIT';
  return {
    id: `terminal-${row.id}`,
    to: isOwn ? paths.terminal : paths.terminalDetail.replace('$tid', row.tid),
    icon: <IconDeviceMobile {...iconLook} />,
    content: (
      <>
        <bdi dir="ltr">
          <Marked text={row.tid} words={words} />
        </bdi>
        <Beside>
          <Marked text={branchOf(row)} words={words} />
          {row.cashierName !== null && (
            <>
              {apart}
              <Marked text={row.cashierName} words={words} />
            </>
          )}
        </Beside>
      </>
    ),
    end: isMisfit ? (
      <ToneBadge tone="fault" icon={<IconAlertTriangle size={14} stroke={2} aria-hidden="true" />}>
        {t('palette:misfit')}
      </ToneBadge>
    ) : (
      <ConnectionBadge connection={row.connection} isOld={isOld(row, now)} isPaired={row.isPaired} />
    ),
  };
}

export function personRow(row: Person, { t, words }: Said): Row {
  const branch = branchOf(row);
  return {
    id: `person-${row.id}`,
    to: paths.management,
    search: { tab: 'people', open: row.id },
    icon: <IconUser {...iconLook} />,
    content: (
      <>
        <Marked text={row.fullName} words={words} />
        <Beside>
          {t(`management:role.${row.teamRole}`)}
          {branch !== '' && (
            <>
              {apart}
              <Marked text={branch} words={words} />
            </>
          )}
        </Beside>
      </>
    ),
    end: row.status === 'ACTIVE' ? undefined : <ActivityBadge activity={row.status} />,
  };
}

export function transactionRow(row: TransactionRow, search: string): Row {
  return {
    id: `transaction-${row.id}`,
    to: paths.transactions,
    search: { search, open: row.id },
    icon: <IconArrowsExchange {...iconLook} />,
    content: (
      <>
        <Identifier hash>{row.id}</Identifier>
        <Beside>
          <DateText value={row.createdAt} form="moment" />{' '}
          <Amount amountMinor={row.amountMinor} currency={row.currency} muted={row.status !== 'APPROVED'} />
        </Beside>
      </>
    ),
    end: <StatusBadge status={row.status} />,
  };
}

export function bankFileRow(row: BankFileRow, { words }: Said): Row {
  return {
    id: `file-${row.id}`,
    to: paths.reconciliation,
    search: { file: row.id },
    icon: <IconFileText {...iconLook} />,
    content: (
      <>
        <Marked text={row.fileName} words={words} />
        <Beside>
          <Marked text={fileBankIn(language, row)} words={words} />
        </Beside>
      </>
    ),
    end: <BankFileStateBadge row={row} />,
  };
}
