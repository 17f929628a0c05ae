import type { ApplicationCashier } from '@mizan/contract/onboarding-check.ts';
import { onboardingLimits } from '@mizan/contract/onboarding-rules.ts';
import { useTranslation } from 'react-i18next';
import { FieldError, FormField, SelectField, useProblem } from './form-field.tsx';
import { AddButton, PartGroup, without } from './list-parts.tsx';
import classes from './onboarding.module.css';
import { type DraftProps, emptyCashier } from './onboarding-draft.ts';

/** Who takes the payments, each in a branch. */
export function CashiersStep({ draft, setDraft }: DraftProps) {
  const { t } = useTranslation('onboarding');
  const { cashiers, branches } = draft.application;
  const set = (next: ApplicationCashier[]) =>
    setDraft((now) => ({ ...now, application: { ...now.application, cashiers: next } }));
  return (
    <>
      <p>{t('onboarding:cashiers.help')}</p>
      <FieldError text={useProblem('cashiers')} />
      {cashiers.map((cashier, index) => (
        <PartGroup
          key={index}
          title={t('onboarding:cashiers.title', { number: index + 1 })}
          onRemove={cashiers.length > 1 ? () => set(without(cashiers, index)) : undefined}
        >
          <div className={classes['pair']}>
            <FormField path={`cashiers.${index}.name`} />
            <BranchChoice
              index={index}
              branch={cashier.branch}
              names={branches.map(
                ({ name }, at) => name || t('onboarding:branches.title', { number: at + 1 }),
              )}
              onChange={(branch) =>
                set(cashiers.map((each, at) => (at === index ? { ...each, branch } : each)))
              }
            />
            <FormField path={`cashiers.${index}.username`} />
            <FormField path={`cashiers.${index}.password`} />
          </div>
        </PartGroup>
      ))}
      {cashiers.length < onboardingLimits.cashiers && (
        <AddButton onAdd={() => set([...cashiers, emptyCashier])}>
          {t('onboarding:actions.addCashier')}
        </AddButton>
      )}
    </>
  );
}

interface BranchChoiceProps {
  index: number;
  branch: number;
  names: readonly string[];
  onChange: (branch: number) => void;
}

/** Stands for no branch, until one is chosen. */
const noBranch = onboardingLimits.branches;

function BranchChoice({ index, branch, names, onChange }: BranchChoiceProps) {
  const { t } = useTranslation('onboarding');
  return (
    <SelectField
      label={t('onboarding:fields.cashierBranch')}
      value={branch < names.length ? String(branch) : ''}
      onChange={(value) => onChange(value === '' ? noBranch : Number(value))}
      error={useProblem(`cashiers.${index}.branch`)}
      choices={names.map((text, at) => ({ value: String(at), text }))}
    />
  );
}
