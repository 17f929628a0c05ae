/** Leads to the first field that a form has marked as wrong, once the marks are drawn: called as it is submitted. */
export function focusInvalid(form: HTMLElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
