import { useTranslation } from 'react-i18next';
import type { HelpTerm } from './help-terms.ts';
import classes from './term-help.module.css';

/** The term as the glossary names it, and its sentence; takes the focus, so that it is read out. */
export default function TermHelpInside({ term }: { term: HelpTerm }) {
  const { t } = useTranslation('help');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is what the focus goes to, and nothing in it can be pressed
    <div className={classes['says']} tabIndex={0} data-autofocus>
      <strong>{t(`help:terms.${term}.name`)}</strong>
      <p>{t(`help:terms.${term}.says`)}</p>
    </div>
  );
}
