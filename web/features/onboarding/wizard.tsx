import type { Problems } from '@mizan/contract/onboarding-check.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SubmitButton } from '../../ui/light-form.tsx';
import { Steps } from '../../ui/steps.tsx';
import { AccountStep } from './account-step.tsx';
import { BranchesStep } from './branches-step.tsx';
import { BusinessStep } from './business-step.tsx';
import { CashiersStep } from './cashiers-step.tsx';
import { DocumentsStep } from './documents-step.tsx';
import { FormProvider } from './form-context.ts';
import { areRegistrationsOpen } from './onboarding.calls.ts';
import classes from './onboarding.module.css';
import { type DraftProps, problemsIn, type Step, steps, useDraft } from './onboarding-draft.ts';
import { OnboardingFrame } from './onboarding-frame.tsx';
import { ReviewStep } from './review-step.tsx';
import { SentPanel } from './sent-panel.tsx';
import { useWizard } from './wizard-state.ts';

const bodies = {
  account: AccountStep,
  business: BusinessStep,
  branches: BranchesStep,
  cashiers: CashiersStep,
  documents: DocumentsStep,
} as const;

/** The application, step by step: a step is left forwards once it is right, and backwards at any time. */
export function Wizard() {
  const { t } = useTranslation('onboarding');
  const [draft, setDraft, isKept] = useDraft();
  const title = t('onboarding:title');
  return (
    <OnboardingFrame title={title}>
      {draft.sentTo === null ? (
        <WizardForm draft={draft} setDraft={setDraft} isKept={isKept} />
      ) : (
        <SentPanel token={draft.token} sentTo={draft.sentTo} />
      )}
    </OnboardingFrame>
  );
}

function WizardForm({ draft, setDraft, isKept }: DraftProps & { isKept: boolean }) {
  const { t } = useTranslation(['onboarding', 'common']);
  const { form, problems, failure, working, heading, goTo, submit } = useWizard(draft, setDraft);
  const { step } = draft;
  const isClosed = useIsClosed();
  const Body = step === 'review' ? null : bodies[step];
  return (
    <>
      <p className={classes['lead']}>{t('onboarding:lead')}</p>
      {isClosed && (
        <p className={classes['said']} role="status">
          {t('onboarding:closed')}
        </p>
      )}
      <WizardSteps step={step} problems={form.problems} />
      <h2 className={classes['subtitle']} ref={heading} tabIndex={-1}>
        {t(`onboarding:steps.${step}`)}
      </h2>
      <form className={classes['form']} onSubmit={submit} noValidate>
        {failure !== null && (
          <p className={classes['said']} role="alert" tabIndex={-1}>
            {t(failure)}
          </p>
        )}
        <FormProvider value={form}>
          {Body ? (
            <Body draft={draft} setDraft={setDraft} />
          ) : (
            <ReviewStep draft={draft} problems={problems} onEdit={goTo} />
          )}
        </FormProvider>
        <div className={classes['actions']}>
          {step !== 'account' && (
            <button
              type="button"
              className={classes['link']}
              onClick={() => goTo(steps[steps.indexOf(step) - 1] ?? 'account')}
            >
              {t('common:actions.back')}
            </button>
          )}
          <SubmitButton working={working}>
            {t(step === 'review' ? 'onboarding:actions.submit' : 'common:actions.next')}
          </SubmitButton>
        </div>
        <p className={classes['lead']}>
          {isKept
            ? `${t('onboarding:draftKept')} ${t('onboarding:draftNotKept')}`
            : t('onboarding:draftUnkept')}
        </p>
      </form>
    </>
  );
}

/** So often it is asked anew whether applications are taken, and whenever somebody comes back to the window. */
const askedEveryMs = 30_000;

/** Said while the form is filled in: what is sent while registrations are closed is refused. */
function useIsClosed(): boolean {
  const [isClosed, setIsClosed] = useState(false);
  useEffect(() => {
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      const isOpen = await areRegistrationsOpen();
      if (isOpen !== null) setIsClosed(!isOpen);
    };
    const askAnew = (): void => void ask();
    askAnew();
    const asking = setInterval(askAnew, askedEveryMs);
    document.addEventListener('visibilitychange', askAnew);
    return () => {
      clearInterval(asking);
      document.removeEventListener('visibilitychange', askAnew);
    };
  }, []);
  return isClosed;
}

function WizardSteps({ step, problems }: { step: Step; problems: Problems }) {
  const { t } = useTranslation('onboarding');
  const at = steps.indexOf(step);
  const stateOf = (each: Step, index: number) => {
    if (each === step) return 'current';
    if (Object.keys(problemsIn(each, problems)).length > 0 && each !== 'review') return 'unknown';
    return index < at ? 'done' : 'todo';
  };
  return (
    <Steps
      label={t('onboarding:steps.label')}
      steps={steps.map((each, index) => {
        const state = stateOf(each, index);
        const note = state === 'unknown' ? t('onboarding:steps.wrong') : undefined;
        return { id: each, label: t(`onboarding:steps.${each}`), note, state };
      })}
    />
  );
}
