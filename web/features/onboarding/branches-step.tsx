import type { ApplicationBranch } from '@mizan/contract/onboarding-check.ts';
import { onboardingLimits } from '@mizan/contract/onboarding-rules.ts';
import { useTranslation } from 'react-i18next';
import { FieldError, FormField, useProblem } from './form-field.tsx';
import { AddButton, PartGroup, without } from './list-parts.tsx';
import classes from './onboarding.module.css';
import { type DraftProps, emptyBranch, emptyTerminal } from './onboarding-draft.ts';

/** The branches with their terminals. */
export function BranchesStep({ draft, setDraft }: DraftProps) {
  const { t } = useTranslation('onboarding');
  const { branches } = draft.application;
  const set = (next: ApplicationBranch[]) =>
    setDraft((now) => ({ ...now, application: { ...now.application, branches: next } }));

  /** Cashiers of a branch that goes away have to choose another one; those after it move up. */
  function remove(index: number): void {
    setDraft((now) => ({
      ...now,
      application: {
        ...now.application,
        branches: without(now.application.branches, index),
        cashiers: now.application.cashiers.map((cashier) => ({
          ...cashier,
          branch: cashier.branch > index ? cashier.branch - 1 : cashier.branch,
        })),
      },
    }));
  }
  return (
    <>
      <p>{t('onboarding:branches.help')}</p>
      <FieldError text={useProblem('branches')} />
      {branches.map((branch, index) => (
        <PartGroup
          key={index}
          title={t('onboarding:branches.title', { number: index + 1 })}
          onRemove={branches.length > 1 ? () => remove(index) : undefined}
        >
          <BranchFields
            index={index}
            branch={branch}
            onTerminals={(terminals) =>
              set(branches.map((each, at) => (at === index ? { ...each, terminals } : each)))
            }
          />
        </PartGroup>
      ))}
      {branches.length < onboardingLimits.branches && (
        <AddButton onAdd={() => set([...branches, emptyBranch])}>
          {t('onboarding:actions.addBranch')}
        </AddButton>
      )}
    </>
  );
}

interface BranchFieldsProps {
  index: number;
  branch: ApplicationBranch;
  onTerminals: (terminals: ApplicationBranch['terminals']) => void;
}

function BranchFields({ index, branch: { terminals }, onTerminals }: BranchFieldsProps) {
  const { t } = useTranslation('onboarding');
  return (
    <>
      <FormField path={`branches.${index}.name`} />
      <FormField path={`branches.${index}.address`} />
      <FieldError text={useProblem(`branches.${index}.terminals`)} />
      {terminals.map((_, place) => (
        <PartGroup
          key={place}
          title={t('onboarding:branches.terminal', { number: place + 1 })}
          onRemove={terminals.length > 1 ? () => onTerminals(without(terminals, place)) : undefined}
        >
          <div className={classes['pair']}>
            <FormField path={`branches.${index}.terminals.${place}.tid`} />
            <FormField path={`branches.${index}.terminals.${place}.model`} />
            <FormField path={`branches.${index}.terminals.${place}.msp`} />
          </div>
        </PartGroup>
      ))}
      {terminals.length < onboardingLimits.terminalsOfBranch && (
        <AddButton onAdd={() => onTerminals([...terminals, emptyTerminal])}>
          {t('onboarding:actions.addTerminal')}
        </AddButton>
      )}
    </>
  );
}
