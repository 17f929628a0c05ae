import { paths } from '@mizan/contract/paths.ts';
import { type AuditedRent, makeRentClaim, type RentAudit } from '@mizan/contract/rents.ts';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { apart, dateFormat, formatAmount } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { CommandButton } from '../../ui/command-button.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { changedByClaim } from './claims.queries.ts';
import classes from './fee-audit.module.css';
import type { useRentAudit } from './fee-audit.queries.ts';
import type { FeeAuditAddress } from './fee-audit.search.ts';
import { bankName, foreign, refusalOf } from './fee-audit.words.ts';

/** Banks count by this calendar, whichever one stands first for a person. */
const formatMonth = dateFormat({ month: 'long', year: 'numeric' }, 'gregory');

/** What files say that banks took as rent and monthly fees of terminals, against what was agreed, month by month. */
export function Rents({
  query,
  address,
}: {
  query: ReturnType<typeof useRentAudit>;
  address: FeeAuditAddress;
}) {
  const { t } = useTranslation('fees');
  return (
    <Section title={t('fees:rent.title')} aside={t('fees:rent.summary')}>
      <Loaded of={query} rows={3}>
        {(audit) => <Audited audit={narrowed(audit, address.state.bank)} address={address} />}
      </Loaded>
    </Section>
  );
}

const narrowed = (audit: RentAudit, bankId: string | undefined): RentAudit => ({
  ...audit,
  rows: audit.rows.filter((row) => bankId === undefined || row.bankId === bankId),
});

interface AuditedProps {
  audit: RentAudit;
  address: FeeAuditAddress;
}

function Audited({ audit, address }: AuditedProps) {
  const { t } = useTranslation('fees');
  const onPhone = useIsPhone();
  if (audit.rows.length === 0)
    return (
      <p className={classes['emptyRents']}>
        {t('fees:rent.empty')} {t('fees:rent.emptyHelp')}
      </p>
    );
  return (
    <>
      {onPhone ? <PhoneRows audit={audit} address={address} /> : <Rows audit={audit} address={address} />}
      <ul className={classes['notes']}>
        {audit.isWorking && <li>{t('fees:notes.working')}</li>}
        {audit.rows.some(({ finding }) => finding === 'notAgreed') && (
          <li>
            {t('fees:rent.finding.notAgreed')}.{' '}
            <Link to={paths.discounts} search={{ view: 'banks' } as never}>
              {t('fees:rent.enter')}
            </Link>
          </li>
        )}
      </ul>
      {audit.banks.map((bank) => (
        <Claim key={bank.id} audit={audit} bankId={bank.id} address={address} />
      ))}
    </>
  );
}

/** What can be asked of a bank and is in no claim yet: nothing where nothing can. */
function Claim({ audit, bankId, address }: { audit: RentAudit; bankId: string; address: FeeAuditAddress }) {
  const { t } = useTranslation(['fees', 'units']);
  const rows = audit.rows.filter((row) => row.bankId === bankId && row.isClaimable);
  const make = useCommand(makeRentClaim, {
    changes: changedByClaim,
    refusal: (error) => refusalOf(error, t),
    done: ({ name }) => t('fees:claims.made', { name }),
    onDone: ({ id }) => address.changeIfStill({ claim: id, draft: undefined, lost: undefined }),
  });
  if (rows.length === 0) return null;
  const claimedMinor = rows.reduce((sum, row) => sum + row.differenceMinor - row.claimedMinor, 0);
  return (
    <div>
      <p className={classes['quiet']}>
        {t('fees:rent.packHelp', {
          amount: formatAmount(claimedMinor, { currency: t('units:currency.SAR') }),
        })}
      </p>
      <CommandButton
        command={make}
        args={{ body: { requestId: '', ...address.span, bankId, count: rows.length, claimedMinor } }}
        variant="default"
      >
        {t('fees:rent.pack', { bank: bankName(bankId, audit.banks, t) })}
      </CommandButton>
    </div>
  );
}

/** What of a row stands in claims, each of which opens. */
function InClaims({ row, address }: { row: AuditedRent; address: FeeAuditAddress }) {
  const { t } = useTranslation('fees');
  if (row.claims.length === 0) return null;
  return (
    <>
      <br />
      <span className={classes['quiet']}>
        {t('fees:rent.claimed', { amount: formatAmount(row.claimedMinor) })}{' '}
        {row.claims.map(({ id, name }) => (
          <Link key={id} to={paths.feeAudit} search={{ ...address.span, claim: id } as never}>
            <Identifier>{name}</Identifier>{' '}
          </Link>
        ))}
      </span>
    </>
  );
}

const keyOf = ({ bankId, kind, month, currency, tid }: AuditedRent): string =>
  [bankId, kind, month, currency, tid].join(' ');

/** The number that the bank's line names, or of how many terminals it is. */
function Terminal({ row: { tid, terminalCount } }: { row: AuditedRent }) {
  const { t } = useTranslation('fees');
  return tid === null ? (
    <>{t('fees:rent.manyTerminals', { count: terminalCount })}</>
  ) : (
    <Identifier>{tid}</Identifier>
  );
}

const kindAndBank = (row: AuditedRent, audit: RentAudit, t: TFunction): string =>
  [t(`fees:rent.kind.${row.kind}`), bankName(row.bankId, audit.banks, t)].join(apart);

function Rows({ audit, address }: AuditedProps) {
  const { t } = useTranslation('fees');
  return (
    <div className={classes['scroller']}>
      <PlainTable label={t('fees:rent.title')}>
        <thead>
          <tr>
            <th scope="col">{t('fees:rent.month')}</th>
            <th scope="col">{t('fees:rent.terminal')}</th>
            <th scope="col">{t('fees:rent.findingColumn')}</th>
            {(['agreed', 'charged', 'difference'] as const).map((name) => (
              <th key={name} scope="col" data-align="figure">
                {t(`fees:rent.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {audit.rows.map((row) => (
            <tr key={keyOf(row)}>
              <td>
                {formatMonth(`${row.month}-01`)}
                <br />
                <span className={classes['quiet']}>{kindAndBank(row, audit, t)}</span>
              </td>
              <td>
                <Terminal row={row} />
              </td>
              <td>
                {t(`fees:rent.finding.${row.finding}`)}
                <InClaims row={row} address={address} />
              </td>
              <td data-align="figure">
                {row.agreedMinor === null ? '–' : <Amount amountMinor={row.agreedMinor} />}
              </td>
              <td data-align="figure">
                <Amount amountMinor={row.chargedMinor} currency={foreign(row.currency)} />
              </td>
              <td data-align="figure">
                {row.agreedMinor === null ? '–' : <Amount amountMinor={row.differenceMinor} signed />}
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  );
}

function PhoneRows({ audit, address }: AuditedProps) {
  const { t } = useTranslation('fees');
  return (
    <ul className={classes['phoneLines']} aria-label={t('fees:rent.title')}>
      {audit.rows.map((row) => (
        <li key={keyOf(row)} className={classes['line']}>
          <span>
            {formatMonth(`${row.month}-01`)} <Terminal row={row} />
            <br />
            <span className={classes['quiet']}>
              {kindAndBank(row, audit, t)}
              {apart}
              {t(`fees:rent.finding.${row.finding}`)}
            </span>
            <InClaims row={row} address={address} />
          </span>
          <Amount amountMinor={row.chargedMinor} currency={foreign(row.currency)} />
        </li>
      ))}
    </ul>
  );
}
