import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { HelpTerm } from '../platform/help-terms.ts';
import classes from './term-help.module.css';

/** The term as the glossary names it, and its sentence; takes the focus, so that it is read out. */
export default function TermHelpInside({ term }: { term: HelpTerm }) {
  const { t } = useTranslation('help');
  const says = useRef<HTMLDivElement>(null);
  // It may come after the dialog that looked for something to focus.
  useEffect(() => says.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is what the focus goes to, and nothing in it can be pressed
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className={classes['says']} tabIndex={0} ref={says}>
      <strong>{t(`help:terms.${term}.name`)}</strong>
      <p>{t(`help:terms.${term}.says`)}</p>
    </div>
  );
}
