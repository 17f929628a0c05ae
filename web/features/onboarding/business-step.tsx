import { FormField } from './form-field.tsx';
import classes from './onboarding.module.css';

/** The business itself. VAT number and place may be left out. */
export function BusinessStep() {
  return (
    <>
      <FormField path="business.name" />
      <div className={classes['pair']}>
        <FormField path="business.cr" />
        <FormField path="business.vatNumber" />
        <FormField path="business.email" />
        <FormField path="business.mobile" />
        <FormField path="business.bank" />
        <FormField path="business.region" />
        <FormField path="business.city" />
        <FormField path="business.district" />
      </div>
    </>
  );
}
