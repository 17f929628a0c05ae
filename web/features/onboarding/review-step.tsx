import { businessFields, type Problems } from '@mizan/contract/onboarding-check.ts';
import { labelOf } from '@mizan/contract/onboarding-fields.ts';
import { useTranslation } from 'react-i18next';
import { apart } from '../../platform/formats.ts';
import { useOfferedDevices, vendorName } from '../../platform/offered-devices.ts';
import { useOfferedPlaces } from '../../platform/offered-places.ts';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { choicesOf } from './field-choices.ts';
import { useForm } from './form-context.ts';
import classes from './onboarding.module.css';
import { type Draft, problemsIn, type Step, steps } from './onboarding-draft.ts';

interface ReviewProps {
  draft: Draft;
  problems: Problems;
  onEdit: (step: Step) => void;
}

/** Everything once more, step by step, with the way back to each; what is wrong is marked at its step. */
export function ReviewStep({ draft, problems, onEdit }: ReviewProps) {
  const { t } = useTranslation('onboarding');
  const { problems: shown } = useForm();
  const lines = useLines(draft);
  return (
    <>
      <p>{t('onboarding:review.help')}</p>
      {Object.keys(shown).length > 0 && (
        <p className={classes['said']} role="alert" tabIndex={-1}>
          {t('onboarding:review.problems')}
        </p>
      )}
      {steps
        .filter((step) => step !== 'review')
        .map((step) => (
          <section key={step}>
            <div className={classes['groupHead']}>
              <h3>{t(`onboarding:steps.${step}`)}</h3>
              <button type="button" className={classes['link']} onClick={() => onEdit(step)}>
                {t('onboarding:actions.edit', { step: t(`onboarding:steps.${step}`) })}
              </button>
            </div>
            <Facts facts={lines[step]} />
            <StepProblems problems={problemsIn(step, problems)} />
          </section>
        ))}
    </>
  );
}

/** Each sentence once, however many fields it is about. */
function StepProblems({ problems }: { problems: Problems }) {
  const { t } = useTranslation('onboarding');
  return [...new Set(Object.values(problems))].map((problem) => (
    <p key={problem} className={classes['error']}>
      {t(`onboarding:validation.${problem}`)}
    </p>
  ));
}

function useLines({ application, documents }: Draft): Record<Exclude<Step, 'review'>, Fact[]> {
  const { t } = useTranslation('onboarding');
  const { account, business, branches, cashiers } = application;
  const places = useOfferedPlaces();
  const devices = useOfferedDevices();
  const line = (path: string, value: string): Fact => [
    t(`onboarding:fields.${labelOf(path)}`),
    <bdi key={path}>{value}</bdi>,
  ];
  const chosen = (field: (typeof businessFields)[number]): string => {
    const name = `business.${field}` as const;
    const choices = choicesOf(name, () => '', { ...places, ...devices });
    return choices?.find(({ value }) => value === business[field])?.text ?? business[field];
  };
  return {
    account: [line('account.username', account.username)],
    business: businessFields
      .filter((field) => business[field] !== '')
      .map((field) => line(`business.${field}`, chosen(field))),
    branches: branches.flatMap((branch, index) => [
      line(`branches.${index}.name`, `${branch.name}${apart}${branch.address}`),
      ...branch.terminals.map(({ tid, model, msp }, place) =>
        line(
          `branches.${index}.terminals.${place}.tid`,
          `${tid}${apart}${model}${apart}${vendorName(devices, msp)}`,
        ),
      ),
    ]),
    cashiers: cashiers.map(({ name, username, branch }, index) =>
      line(`cashiers.${index}.name`, `${name}${apart}${username}${apart}${branches[branch]?.name ?? ''}`),
    ),
    documents: documents.map(({ fileName }) => line('documents', fileName)),
  };
}
