import { paths } from '@mizan/contract/paths.ts';
import { type AuditedRent, packRents, type RentAudit } from '@mizan/contract/rents.ts';
import { IconFileZip } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { download } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { dateFormat, formatAmount } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { Amount } from '../../ui/amount.tsx';
import { CommandButton } from '../../ui/command-button.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import classes from './fee-audit.module.css';
import type { useRentAudit } from './fee-audit.queries.ts';
import type { FeeAuditAddress } from './fee-audit.search.ts';
import { bankName, foreign } from './fee-audit.words.ts';

/** Banks count by this calendar, whichever one stands first for a person. */
const formatMonth = dateFormat({ month: 'long', year: 'numeric' }, 'gregory');

/** What files say that banks took as rent and monthly fees of terminals, against what was agreed, month by month. */
export function Rents({
  query,
  address: { span, state },
}: {
  query: ReturnType<typeof useRentAudit>;
  address: FeeAuditAddress;
}) {
  const { t } = useTranslation('fees');
  return (
    <Section title={t('fees:rent.title')} aside={t('fees:rent.summary')}>
      <Loaded of={query} rows={3}>
        {(audit) => <Audited audit={narrowed(audit, state.bank)} span={span} />}
      </Loaded>
    </Section>
  );
}

const narrowed = (audit: RentAudit, bankId: string | undefined): RentAudit => ({
  ...audit,
  rows: audit.rows.filter((row) => bankId === undefined || row.bankId === bankId),
});

type Span = FeeAuditAddress['span'];

function Audited({ audit, span }: { audit: RentAudit; span: Span }) {
  const { t } = useTranslation('fees');
  const onPhone = useIsPhone();
  if (audit.rows.length === 0)
    return (
      <p className={classes['quiet']}>
        {t('fees:rent.empty')} {t('fees:rent.emptyHelp')}
      </p>
    );
  return (
    <>
      {onPhone ? <PhoneRows audit={audit} /> : <Rows audit={audit} />}
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
        <Pack key={bank.id} audit={audit} bankId={bank.id} span={span} />
      ))}
    </>
  );
}

/** What can be asked of a bank, to take away: nothing where nothing can. */
function Pack({ audit, bankId, span }: { audit: RentAudit; bankId: string; span: Span }) {
  const { t } = useTranslation(['fees', 'units']);
  const rows = audit.rows.filter((row) => row.bankId === bankId && row.isClaimable);
  const take = useCommand(
    () => download(packRents, { query: { ...span, bankId, format: 'zip', lang: language } }),
    { refusal: () => t('fees:rent.packFailed') },
  );
  if (rows.length === 0) return null;
  const overMinor = rows.reduce((sum, { differenceMinor }) => sum + differenceMinor, 0);
  return (
    <div>
      <p className={classes['quiet']}>
        {t('fees:rent.packHelp', { amount: formatAmount(overMinor, { currency: t('units:currency.SAR') }) })}
      </p>
      <CommandButton
        command={take}
        args={undefined}
        variant="default"
        leftSection={<IconFileZip size={16} stroke={1.6} aria-hidden="true" />}
      >
        {t('fees:rent.pack', { bank: bankName(bankId, audit.banks, t) })}
      </CommandButton>
    </div>
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
  [t(`fees:rent.kind.${row.kind}`), bankName(row.bankId, audit.banks, t)].join(' · ');

function Rows({ audit }: { audit: RentAudit }) {
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
              <td>{t(`fees:rent.finding.${row.finding}`)}</td>
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

function PhoneRows({ audit }: { audit: RentAudit }) {
  const { t } = useTranslation('fees');
  return (
    <ul className={classes['phoneLines']} aria-label={t('fees:rent.title')}>
      {audit.rows.map((row) => (
        <li key={keyOf(row)} className={classes['line']}>
          <span>
            {formatMonth(`${row.month}-01`)} <Terminal row={row} />
            <br />
            <span className={classes['quiet']}>
              {kindAndBank(row, audit, t)} · {t(`fees:rent.finding.${row.finding}`)}
            </span>
          </span>
          <Amount amountMinor={row.chargedMinor} currency={foreign(row.currency)} />
        </li>
      ))}
    </ul>
  );
}
