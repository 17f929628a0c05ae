import { Button } from '@mantine/core';
import {
  type FeeClaimDetail,
  feeClaimCan,
  makeFeeClaim,
  packFeeClaim,
  withdrawFeeClaim,
} from '@mizan/contract/fee-claims.ts';
import type { Currency } from '@mizan/contract/money.ts';
import { paths } from '@mizan/contract/paths.ts';
import { IconFileZip } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { formatAmount } from '../../platform/formats.ts';
import { language, nameIn } from '../../platform/language.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { shownPreferences } from '../../platform/preferences.ts';
import { Amount } from '../../ui/amount.tsx';
import { CommandButton } from '../../ui/command-button.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { MissingState } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { ClaimLetter, ClaimNow, ClaimSum, InThePack } from './claim-parts.tsx';
import { changedByClaim, useClaim, useClaimPreview } from './claims.queries.ts';
import classes from './fee-audit.module.css';
import type { FeeAuditAddress } from './fee-audit.search.ts';
import { foreign, formatShortDay, refusalOf, spanText } from './fee-audit.words.ts';
import { MissingDraft } from './missing-draft.tsx';
import { MissingNowNotes, MissingSums } from './missing-parts.tsx';

const ClaimStep = lazyPart(() => import('./claim-step.tsx'));

/** What is about to be claimed of a bank, or a claim that was made. */
export default function ClaimDrawer({ address }: { address: FeeAuditAddress }) {
  const { claim, draft, draftCurrency, lost } = address.state;
  if (claim !== undefined) return <Claim key={claim} id={claim} address={address} />;
  if (lost !== undefined) return <MissingDraft key={lost} address={address} onClose={() => close(address)} />;
  if (draft === undefined) return null;
  return <Draft key={`${draft} ${draftCurrency}`} bankId={draft} address={address} />;
}

const close = ({ changeIfStill }: FeeAuditAddress): void =>
  changeIfStill({ claim: undefined, draft: undefined, draftCurrency: undefined, lost: undefined });

function Draft({ bankId, address }: { bankId: string; address: FeeAuditAddress }) {
  const { t } = useTranslation(['fees', 'units']);
  const currency = address.state.draftCurrency ?? 'SAR';
  const asked = { ...address.span, bankId, currency };
  const query = useClaimPreview(asked);
  const preview = query.data;
  const make = useCommand(makeFeeClaim, {
    changes: changedByClaim,
    refusal: (error) => refusalOf(error, t),
    done: ({ name }) => t('fees:claims.made', { name }),
    onDone: ({ id }) => address.changeIfStill({ claim: id, draft: undefined, draftCurrency: undefined }),
  });
  const bankName = preview && nameIn(preview.bank);
  return (
    <DockedDrawer
      isText
      title={bankName ? t('fees:claims.to', { bank: bankName }) : t('fees:claims.title')}
      onClose={() => close(address)}
      footer={
        preview &&
        preview.count > 0 &&
        !preview.isWorking && (
          <CommandButton
            command={make}
            args={{
              body: { requestId: '', ...asked, count: preview.count, claimedMinor: preview.claimedMinor },
            }}
          >
            {t('fees:claims.make')}
          </CommandButton>
        )
      }
    >
      <Loaded of={query} missing={<MissingState title={t('fees:claims.missing')} />}>
        {(shown) => (
          <>
            {shown.count > 0 ? (
              <Claimed shown={shown} currency={currency} />
            ) : (
              <MissingState title={t('fees:claims.nothing')} />
            )}
            {shown.acceptedCount > 0 && (
              <p className={classes['quiet']}>
                {t('fees:claims.accepted', {
                  lines: t('units:line', { count: shown.acceptedCount }),
                  amount: formatAmount(shown.acceptedMinor, { currency: t(`units:currency.${currency}`) }),
                })}
              </p>
            )}
            {shown.claimedBeforeCount > 0 && (
              <p className={classes['quiet']}>
                {t('fees:claims.before', { lines: t('units:line', { count: shown.claimedBeforeCount }) })}
              </p>
            )}
            {shown.isWorking && <p className={classes['quiet']}>{t('fees:notes.working')}</p>}
            <p className={classes['quiet']}>{t('fees:claims.sendsNothing')}</p>
          </>
        )}
      </Loaded>
    </DockedDrawer>
  );
}

type Preview = NonNullable<ReturnType<typeof useClaimPreview>['data']>;

/** What a claim would ask for, and its letter. */
function Claimed({ shown, currency }: { shown: Preview; currency: Currency }) {
  return (
    <>
      <ClaimSum figures={{ ...shown, currency }} />
      <InThePack kind="FEES" lines={shown.count} files={shown.fileCount} groups={shown.groups} />
      <ClaimLetter letters={shown.letters} />
    </>
  );
}

function Claim({ id, address }: { id: string; address: FeeAuditAddress }) {
  const { t } = useTranslation(['fees', 'errors']);
  const query = useClaim(id);
  const [step, setStep] = useState<'send' | 'answer' | null>(null);
  const shown = query.data;
  return (
    <DockedDrawer
      isText
      title={shown ? <Identifier>{shown.name}</Identifier> : t('fees:claims.title')}
      onClose={() => close(address)}
      footer={shown && <Steps claim={shown} onStep={setStep} />}
    >
      <Loaded of={query} missing={<MissingState title={t('errors:notFound')} />}>
        {(claim) => <Shown claim={claim} />}
      </Loaded>
      {step && shown && (
        <Suspense>
          <ClaimStep
            step={step}
            claim={shown}
            onClose={() => setStep(null)}
            refusal={(error) => refusalOf(error, t)}
          />
        </Suspense>
      )}
    </DockedDrawer>
  );
}

function Steps({ claim, onStep }: { claim: FeeClaimDetail; onStep: (step: 'send' | 'answer') => void }) {
  const { t } = useTranslation('fees');
  const withdraw = useCommand(withdrawFeeClaim, {
    changes: changedByClaim,
    refusal: (error) => refusalOf(error, t),
    done: () => t('fees:claims.withdrawn', { name: claim.name }),
  });
  const next = claim.state === 'DRAFTED' ? 'send' : 'answer';
  return (
    <>
      <PackButton claim={claim} />
      {feeClaimCan[next].includes(claim.state) && (
        <Button variant="default" onClick={() => onStep(next)}>
          {t(`fees:claims.${next}`)}
        </Button>
      )}
      {feeClaimCan.withdraw.includes(claim.state) && (
        <CommandButton
          command={withdraw}
          args={{ params: { id: claim.id } }}
          variant="default"
          question={{
            title: t('fees:claims.withdraw'),
            help: t('fees:claims.withdrawHelp'),
            confirmLabel: t('fees:claims.withdraw'),
            danger: true,
          }}
        >
          {t('fees:claims.withdraw')}
        </CommandButton>
      )}
    </>
  );
}

function PackButton({ claim }: { claim: FeeClaimDetail }) {
  const { t } = useTranslation('fees');
  const [isBusy, setIsBusy] = useState(false);
  async function save(): Promise<void> {
    setIsBusy(true);
    try {
      // In the calendar that this person reads.
      const query = { format: 'zip', lang: language, calendar: shownPreferences.calendar } as const;
      await download(packFeeClaim, { params: { id: claim.id }, query });
    } catch {
      showToast({ tone: 'error', title: t('fees:claims.packFailed') });
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Button
      loading={isBusy}
      leftSection={<IconFileZip size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => void save()}
    >
      {t('fees:claims.pack')}
    </Button>
  );
}

function Shown({ claim }: { claim: FeeClaimDetail }) {
  const { t } = useTranslation('fees');
  const { sentOn, bankReference, answeredOn, paidMinor, answerNote, depositId } = claim;
  const facts: Fact[] = [
    [t('fees:missing.kindTitle'), t(`fees:missing.kind.${claim.kind}`)],
    [t('fees:claims.stateTitle'), t(`fees:claims.state.${claim.state}`)],
    [t('fees:days'), spanText(claim.from, claim.to, t)],
    ...(sentOn === null ? [] : [[t('fees:claims.sentOn'), formatShortDay(sentOn)] as const]),
    ...(bankReference === ''
      ? []
      : [[t('fees:claims.reference'), <Identifier key="reference">{bankReference}</Identifier>] as const]),
    ...(answeredOn === null ? [] : [[t('fees:claims.answeredOn'), formatShortDay(answeredOn)] as const]),
    ...(paidMinor === null
      ? []
      : [
          [
            t('fees:claims.paid'),
            <Amount key="paid" amountMinor={paidMinor} currency={foreign(claim.currency)} />,
          ] as const,
        ]),
    ...(depositId === null
      ? []
      : [
          [
            t('fees:claims.deposit'),
            <Link
              key="deposit"
              to={paths.settlement}
              search={{ view: 'deposits', deposit: depositId } as never}
            >
              <Identifier>{`#${depositId}`}</Identifier>
            </Link>,
          ] as const,
        ]),
    ...(answerNote === '' ? [] : [[t('fees:claims.note'), <bdi key="note">{answerNote}</bdi>] as const]),
  ];
  return (
    <>
      <ClaimNow claim={claim} />
      <MissingNowNotes claim={claim} />
      {claim.kind === 'MISSING' ? (
        <MissingSums groups={claim.missing} currency={claim.currency} />
      ) : (
        <ClaimSum figures={claim} />
      )}
      <Facts facts={facts} />
      <InThePack kind={claim.kind} lines={claim.count} files={claim.files.length} groups={claim.groups} />
      <ClaimLetter letters={claim.letters} />
      {claim.files.length > 0 && (
        <Section title={t('fees:claims.files')}>
          <ul className={classes['files']}>
            {claim.files.map((file) => (
              <li key={file.id}>
                <bdi>{file.name}</bdi>
                {!file.isThere && <span className={classes['gone']}>{t('fees:claims.fileGone')}</span>}
                <code dir="ltr">{file.sha256}</code>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <p className={classes['quiet']}>{t('fees:claims.sendsNothing')}</p>
    </>
  );
}
