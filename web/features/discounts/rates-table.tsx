import { UnstyledButton } from '@mantine/core';
import { rateOn, rateState, ratesByVat, rateWithout, usualPaidWithin } from '@mizan/contract/agreed-rate.ts';
import { type AgreedScheme, agreedSchemes } from '@mizan/contract/banks.ts';
import type { DiscountBank, RateRow } from '@mizan/contract/discounts.ts';
import { vatOn } from '@mizan/contract/vat.ts';
import { IconCalendarClock } from '@tabler/icons-react';
import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatDate, formatDay, formatPercent } from '../../platform/formats.ts';
import { PlainTable } from '../../ui/plain-table.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { useIsPhone, useIsTight } from '../../ui/screen-width.ts';
import { TermHelp } from '../../ui/term-help.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import classes from './discounts.module.css';
import { type Discounts, nameOf } from './discounts.queries.ts';
import { paidWithinText } from './terms.words.ts';

/** A bank and a card of it. */
export interface Chosen {
  bankId: string;
  scheme: AgreedScheme;
}
interface RatesTableProps {
  discounts: Discounts;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}

/**
 * What holds today at every bank, and what comes: a table to be held against the bank's letter. What comes stands below its row where
 * a column of its own has no room.
 */
export function RatesTable(props: RatesTableProps) {
  const { t } = useTranslation(['discounts', 'transactions', 'shell']);
  const onPhone = useIsPhone();
  const isTight = useIsTight();
  if (onPhone) return <RatesPhone {...props} />;
  return (
    <div className={classes['scroller']}>
      <PlainTable label={t('shell:menu.discounts')}>
        <thead>
          <tr>
            <th scope="col">{t('discounts:columns.card')}</th>
            <th scope="col" data-align="figure">
              {t('discounts:columns.mdr')}
              <TermHelp term="mdr" name={t('discounts:columns.mdr')} />
            </th>
            <th scope="col" data-align="figure">
              {t('discounts:columns.cap')}
              <TermHelp term="cap-limit" name={t('discounts:columns.cap')} />
            </th>
            <th scope="col" data-align="figure">
              {t('discounts:columns.processing')}
              <TermHelp term="processing-fee" name={t('discounts:columns.processing')} />
            </th>
            <th scope="col" data-align="figure">
              {t('discounts:columns.vat')}
              <TermHelp term="vat" name={t('discounts:columns.vat')} />
            </th>
            <th scope="col">{t('discounts:columns.paidWithin')}</th>
            <th scope="col">{t('discounts:columns.validFrom')}</th>
            {!isTight && (
              <th scope="col">
                <span className="mz-visually-hidden">{t('discounts:columns.coming')}</span>
              </th>
            )}
          </tr>
        </thead>
        {props.discounts.banks.map((bank) => (
          <BankRows key={bank.id} bank={bank} {...props} />
        ))}
      </PlainTable>
    </div>
  );
}

function BankRows({ bank, discounts, chosen, onChoose }: RatesTableProps & { bank: DiscountBank }) {
  const isTight = useIsTight();
  const headId = useId();
  return (
    <tbody>
      <tr>
        <th id={headId} scope="rowgroup" colSpan={isTight ? 7 : 8} className={classes['bank'] ?? ''}>
          <bdi>{nameOf(bank)}</bdi>
        </th>
      </tr>
      {agreedSchemes.map((scheme) => {
        const isChosen = chosen.bankId === bank.id && chosen.scheme === scheme;
        const choose = () => onChoose({ bankId: bank.id, scheme });
        const { coming } = holdsAt(discounts, bank, scheme);
        const row = { 'data-clickable': true, 'data-selected': isChosen || undefined, onClick: choose };
        const isBelow = isTight && coming !== undefined;
        return (
          <Fragment key={scheme}>
            <tr {...row} {...(isBelow && { className: classes['goesOn'] })}>
              <td>
                <UnstyledButton
                  className={classes['choose'] ?? ''}
                  aria-pressed={isChosen}
                  aria-describedby={headId}
                  onClick={choose}
                >
                  <SchemeMark scheme={scheme} named />
                </UnstyledButton>
              </td>
              <TermsCells discounts={discounts} bank={bank} scheme={scheme} />
              {!isTight && <td>{coming && <Coming rate={coming} />}</td>}
            </tr>
            {isBelow && (
              <tr {...row}>
                <td colSpan={7} className={classes['coming']}>
                  <Coming rate={coming} />
                </td>
              </tr>
            )}
          </Fragment>
        );
      })}
    </tbody>
  );
}

/** What holds today for a card of a bank, and what is to come next. */
function holdsAt({ rates, vat }: Discounts, bank: DiscountBank, scheme: AgreedScheme) {
  const of = { bankId: bank.id, scheme };
  const agreed = rateOn(rates, of, bank.today);
  const terms = rateOn(ratesByVat(rates, vat), of, bank.today) ?? rateWithout(scheme, vatOn(vat, bank.today));
  const coming = rates
    .filter((each) => each.bankId === bank.id && each.scheme === scheme)
    .filter((each) => rateState(rates, each, bank.today) === 'coming')
    .at(-1);
  return { agreed, terms, coming };
}

function TermsCells({
  discounts,
  bank,
  scheme,
}: {
  discounts: Discounts;
  bank: DiscountBank;
  scheme: AgreedScheme;
}) {
  const { t } = useTranslation('discounts');
  const { agreed, terms } = holdsAt(discounts, bank, scheme);
  if (!terms) {
    return (
      <>
        <td colSpan={4} className={classes['quiet'] ?? ''}>
          {t('discounts:notAgreed')}
        </td>
        <UsualDays scheme={scheme} />
        <td className={classes['quiet'] ?? ''}>—</td>
      </>
    );
  }
  return (
    <>
      <td data-align="figure" className={classes['strong'] ?? ''}>
        {formatPercent(terms.mdrBps)}
      </td>
      <td data-align="figure" data-quiet={terms.capLimitMinor === null || undefined}>
        {terms.capLimitMinor === null ? t('discounts:noCap') : formatAmount(terms.capLimitMinor)}
      </td>
      <td data-align="figure" data-quiet={terms.processingFeeMinor === 0 || undefined}>
        {formatAmount(terms.processingFeeMinor)}
      </td>
      <td data-align="figure" data-quiet>
        {formatPercent(terms.vatBps)}
      </td>
      {agreed ? <td>{paidWithinText(t, agreed.paidWithin)}</td> : <UsualDays scheme={scheme} />}
      <td data-quiet>{agreed ? formatDate(agreed.validFrom) : t('discounts:published')}</td>
    </>
  );
}

function UsualDays({ scheme }: { scheme: AgreedScheme }) {
  const { t } = useTranslation('discounts');
  return (
    <td>
      <span className={classes['stack']}>
        {paidWithinText(t, usualPaidWithin(scheme))}
        <span className={classes['hint']}>{t('discounts:usual')}</span>
      </span>
    </td>
  );
}

function Coming({ rate }: { rate: RateRow }) {
  const { t } = useTranslation('discounts');
  return (
    <ToneBadge tone="progress" icon={<IconCalendarClock size={14} stroke={1.6} aria-hidden="true" />}>
      {t('discounts:comingFrom', { rate: formatPercent(rate.mdrBps), day: formatDay(rate.validFrom) })}
    </ToneBadge>
  );
}

function RatesPhone({ discounts, onChoose }: RatesTableProps) {
  const { t } = useTranslation(['discounts', 'transactions']);
  return discounts.banks.map((bank, place) => (
    <section key={bank.id}>
      <div className={classes['bankLine']}>
        <h2 className={classes['bankPhone']}>
          <bdi>{nameOf(bank)}</bdi>
        </h2>
        {place === 0 && <TermHelp term="mdr" name={t('discounts:columns.mdr')} />}
      </div>
      <RowList
        label={nameOf(bank)}
        onOpen={(scheme) => onChoose({ bankId: bank.id, scheme: scheme as AgreedScheme })}
        rows={agreedSchemes.map((scheme) => {
          const { agreed, terms, coming } = holdsAt(discounts, bank, scheme);
          const days = paidWithinText(t, agreed?.paidWithin ?? usualPaidWithin(scheme));
          const cap =
            terms?.capLimitMinor === null || !terms
              ? t('discounts:noCap')
              : t('discounts:cap', { amount: formatAmount(terms.capLimitMinor) });
          return {
            id: scheme,
            title: <SchemeMark scheme={scheme} named />,
            detail: terms
              ? [cap, agreed ? days : `${days} (${t('discounts:usual')})`].join(t('discounts:comma'))
              : t('discounts:notAgreed'),
            figure: terms ? formatPercent(terms.mdrBps) : '—',
            status: coming ? <Coming rate={coming} /> : null,
          };
        })}
      />
    </section>
  ));
}
