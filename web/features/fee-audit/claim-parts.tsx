import type { FeeClaimDetail } from '@mizan/contract/fee-claims.ts';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../ui/amount.tsx';
import classes from './fee-audit.module.css';

type Figures = Pick<FeeClaimDetail, 'feeMinor' | 'vatMinor' | 'claimedMinor'>;

/** Fee, VAT on it, and what is claimed: one sum. */
export function ClaimSum({ figures }: { figures: Figures }) {
  const { t } = useTranslation('fees');
  const { feeMinor, vatMinor, claimedMinor } = figures;
  return (
    <dl className={classes['sum']}>
      {feeMinor !== null && vatMinor !== null && (
        <>
          <div>
            <dt>{t('fees:claim.fee')}</dt>
            <dd>
              <Amount amountMinor={feeMinor} />
            </dd>
          </div>
          <div>
            <dt>{t('fees:claim.vat')}</dt>
            <dd>
              <Amount amountMinor={vatMinor} />
            </dd>
          </div>
        </>
      )}
      <div data-sum>
        <dt>{t('fees:claim.sum')}</dt>
        <dd>
          <Amount amountMinor={claimedMinor} />
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
        <div key={lang} lang={lang} dir={lang === 'ar' ? 'rtl' : 'ltr'}>
          <strong>{letters[lang].title}</strong>
          {letters[lang].paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      ))}
    </div>
  );
}
