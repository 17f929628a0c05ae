import type { ReactNode } from 'react';
import classes from './tone-badge.module.css';

/** Why something is coloured; every tone comes with an icon and a word. */
const tones = ['ok', 'progress', 'neutral', 'offline', 'danger', 'fault', 'wait'] as const;
export type Tone = (typeof tones)[number];

export interface ToneBadgeProps {
  tone: Tone;
  icon?: ReactNode;
  /** Without a ground: what is right stays quiet in a list. */
  quiet?: boolean;
  title?: string | undefined;
  children: ReactNode;
}

/** An icon and a word on the tint of their tone. */
export function ToneBadge({ tone, icon, quiet, title, children }: ToneBadgeProps) {
  return (
    <span className={classes['badge']} data-tone={tone} data-quiet={quiet || undefined} title={title}>
      {icon}
      <span className={classes['text']}>{children}</span>
    </span>
  );
}
