import { TextInput } from '@mantine/core';
import { type AgreedScheme, agreedSchemes } from '@mizan/contract/banks.ts';
import { type RateProposal, type RateProposals, setRateProposal } from '@mizan/contract/rate-proposals.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { Form } from '../../ui/form.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { numberFrom, textOf } from './number-texts.ts';
import classes from './platform-settings.module.css';
import { settingsChanges } from './settings-changes.ts';

/** What merchants are offered to fill in for a new rate, by card: each is saved by itself. */
export function ProposalsSection({ proposals }: { proposals: RateProposals }) {
  const { t } = useTranslation('portal');
  return (
    <section className={classes['part']} aria-labelledby="portal-proposals">
      <h2 id="portal-proposals">{t('portal:proposals.title')}</h2>
      <p className={classes['quiet']}>
        {t('portal:proposals.help')} {t('portal:proposals.clearHelp')}
      </p>
      {agreedSchemes.map((scheme) => (
        <OneCard key={scheme} scheme={scheme} proposal={proposals[scheme]} />
      ))}
    </section>
  );
}

const textOrNone = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : textOf(value, 'hundredths');
const isEmpty = (text: string): boolean => text.trim() === '';

/** Nothing is offered where no rate is typed. */
function proposalFrom({
  mdr,
  cap,
  processing,
}: Record<'mdr' | 'cap' | 'processing', string>): RateProposal | null {
  const mdrBps = isEmpty(mdr) ? null : numberFrom(mdr, 'hundredths');
  if (mdrBps === null) return null;
  return {
    mdrBps,
    capLimitMinor: isEmpty(cap) ? null : numberFrom(cap, 'hundredths'),
    processingFeeMinor: numberFrom(processing, 'hundredths') ?? 0,
  };
}

function OneCard({ scheme, proposal }: { scheme: AgreedScheme; proposal: RateProposal | null }) {
  const { t } = useTranslation(['portal', 'transactions', 'common']);
  const form = useForm({
    edits: true,
    start: {
      mdr: textOrNone(proposal?.mdrBps),
      cap: textOrNone(proposal?.capLimitMinor),
      processing: textOrNone(proposal?.processingFeeMinor),
    },
    check: ({ mdr, cap, processing }) => {
      const bps = numberFrom(mdr, 'hundredths');
      const wrong = (text: string) => !isEmpty(text) && numberFrom(text, 'hundredths') === null;
      return {
        mdr:
          (isEmpty(mdr) && !(isEmpty(cap) && isEmpty(processing)) && t('portal:proposals.mdrFirst')) ||
          (!isEmpty(mdr) && (bps === null || bps > 10_000) && t('portal:proposals.percent')),
        cap: wrong(cap) && t('portal:proposals.amount'),
        processing: wrong(processing) && t('portal:proposals.amount'),
      };
    },
    send: (typed, seen) =>
      call(setRateProposal, {
        params: { scheme },
        body: { proposal: proposalFrom(typed), seen: proposalFrom(seen) },
      }),
    changes: settingsChanges,
    onSent: () => showToast({ tone: 'success', title: t('common:toast.saved') }),
  });
  const decimal = { inputMode: 'decimal', dir: 'ltr', autoComplete: 'off' } as const;
  return (
    <fieldset className={classes['card']}>
      <legend className={classes['term']}>
        <SchemeMark scheme={scheme} named />
      </legend>
      <Form form={form} submitLabel={t('portal:proposals.save')}>
        <div className={classes['three']}>
          <TextInput label={t('portal:proposals.mdr')} {...decimal} {...form.field('mdr')} />
          <TextInput label={t('portal:proposals.cap')} {...decimal} {...form.field('cap')} />
          <TextInput label={t('portal:proposals.processing')} {...decimal} {...form.field('processing')} />
        </div>
      </Form>
    </fieldset>
  );
}
