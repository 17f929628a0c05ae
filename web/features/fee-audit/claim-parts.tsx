import type { FeeClaimDetail, FeeClaimKind } from '@mizan/contract/fee-claims.ts';
import { type Icon, IconFileSpreadsheet, IconFiles, IconFileText, IconPercentage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { Section } from '../../ui/page.tsx';
import classes from './fee-audit.module.css';
import { foreign, rateDays, rateText } from './fee-audit.words.ts';

type Figures = Pick<FeeClaimDetail, 'currency' | 'feeMinor' | 'vatMinor' | 'claimedMinor'>;

/** Fee, VAT on it, and what is claimed: one sum. */
export function ClaimSum({ figures }: { figures: Figures }) {
  const { t } = useTranslation('fees');
  const { currency, feeMinor, vatMinor, claimedMinor } = figures;
  return (
    <dl className={classes['sum']}>
      {feeMinor !== null && vatMinor !== null && (
        <>
          <div>
            <dt>{t('fees:claim.fee')}</dt>
            <dd>
              <Amount amountMinor={feeMinor} currency={foreign(currency)} />
            </dd>
          </div>
          <div>
            <dt>{t('fees:claim.vat')}</dt>
            <dd>
              <Amount amountMinor={vatMinor} currency={foreign(currency)} />
            </dd>
          </div>
        </>
      )}
      <div data-sum>
        <dt>{t('fees:claim.sum')}</dt>
        <dd>
          <Amount amountMinor={claimedMinor} currency={foreign(currency)} />
        </dd>
      </div>
    </dl>
  );
}

/** The letter in both languages, as it will stand on paper. */
export function ClaimLetter({ letters }: Pick<FeeClaimDetail, 'letters'>) {
  return (
    <div className={classes['letter']}>
      {(['ar', 'en'] as const).map((lang) => (
        <div key={lang} lang={lang} translate="no" dir={lang === 'ar' ? 'rtl' : 'ltr'}>
          <strong>{letters[lang].title}</strong>
          {letters[lang].paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      ))}
    </div>
  );
}

/** What files, rates and people say today of a claim that stays as it was made. */
export function ClaimNow({ claim }: { claim: FeeClaimDetail }) {
  const { t } = useTranslation(['fees', 'units']);
  const { now, changedCount, isWorking, currency } = claim;
  if (claim.kind !== 'FEES') return null;
  if (isWorking) return <p className={classes['quiet']}>{t('fees:notes.working')}</p>;
  const kinds = (['gone', 'otherCharge', 'otherAgreed'] as const).filter((kind) => now[`${kind}Count`] > 0);
  const money = formatAmount(now.overMinor, { currency: t(`units:currency.${currency}`) });
  return (
    <>
      {changedCount > 0 && (
        <div className={classes['changed']}>
          <p>{t('fees:claims.changed', { lines: t('units:line', { count: changedCount }) })}</p>
          <ul>
            {kinds.map((kind) => (
              <li key={kind}>
                {t(`fees:claims.now.${kind}`, { lines: t('units:line', { count: now[`${kind}Count`] }) })}
              </li>
            ))}
            <li>{t('fees:claims.now.over', { amount: money })}</li>
          </ul>
        </div>
      )}
      {now.acceptedCount > 0 && (
        <p className={classes['quiet']}>
          {t('fees:claims.now.accepted', { lines: t('units:line', { count: now.acceptedCount }) })}
        </p>
      )}
    </>
  );
}

interface PackProps {
  kind: FeeClaimKind;
  lines: number;
  files: number;
  /** Of fees: what was agreed on the days of its lines. */
  groups?: FeeClaimDetail['groups'];
}

/** What a bank is sent, before it is made: letter, lines, the agreed rates, and what they rest on. */
export function InThePack({ kind, lines, files, groups = [] }: PackProps) {
  const { t } = useTranslation(['fees', 'units']);
  const counted =
    kind === 'RENTS' ? t('units:line', { count: lines }) : t('units:transaction', { count: lines });
  const rates = [
    ...new Set(groups.flatMap(({ rate }) => (rate ? [`${rateText(rate, t)} ${rateDays(rate, t)}`] : []))),
  ];
  const parts: readonly (readonly [Icon, string, string])[] = [
    [IconFileText, t('fees:pack.letter'), t('fees:pack.letterHelp')],
    [IconFileSpreadsheet, t('fees:pack.lines', { lines: counted }), t(`fees:pack.linesHelp.${kind}`)],
    ...(rates.length > 0
      ? [[IconPercentage, t('fees:pack.rate'), rates.join(t('fees:pack.and'))] as const]
      : []),
    ...(files > 0 ? [[IconFiles, t('fees:files', { count: files }), t('fees:pack.filesHelp')] as const] : []),
  ];
  return (
    <div className={classes['part']}>
      <Section title={t('fees:pack.title')}>
        <ul className={classes['pack']}>
          {parts.map(([PartIcon, name, help]) => (
            <li key={name}>
              <PartIcon size={18} stroke={1.6} aria-hidden="true" />
              <span>
                {name} <span className={classes['quiet']}>{help}</span>
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
