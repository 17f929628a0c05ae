import { Popover } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { HelpTerm } from '../platform/help-terms.ts';
import { lazyPart } from '../platform/lazy-part.ts';
import { LoadingState } from './states.tsx';
import classes from './term-help.module.css';

/** The sentence and its texts load when somebody first asks. */
const Inside = lazyPart(() => import('./term-help-inside.tsx'));

export interface TermHelpProps {
  term: HelpTerm;
  /** What the screen calls it, beside which the mark stands. */
  name: string;
}

/** A mark beside a term of the field: pressed, it says what the term means. The focus goes in and comes back. */
export function TermHelp({ term, name }: TermHelpProps) {
  const { t } = useTranslation('common');
  return (
    <Popover width={300} position="bottom-start" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <button
          type="button"
          className={classes['mark']}
          aria-label={t('common:words.whatIs', { term: name })}
        >
          <IconHelpCircle size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<LoadingState rows={2} />}>
          <Inside term={term} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
