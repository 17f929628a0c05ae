import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import classes from './working-button.module.css';

export interface WorkingButtonProps
  extends Omit<ButtonProps, 'loading' | 'disabled'>,
    Pick<ComponentPropsWithoutRef<'button'>, 'type' | 'form' | 'onClick' | 'title'> {
  /** What the button began is under way: it takes no second press. */
  working: boolean;
  /** It waits for an answer that somebody has to give first. */
  held?: boolean;
}

/**
 * A button that keeps the focus while it works. One that is disabled outright drops it, and a keyboard or a screen
 * reader would begin at the top of the page with every answer.
 */
export function WorkingButton({ working, held = false, onClick, ...props }: WorkingButtonProps) {
  return (
    <Button
      {...props}
      className={classes['button'] ?? ''}
      aria-disabled={working || held}
      aria-busy={working}
      onClick={(event) => {
        // Enter in a field of its form presses this button, too.
        if (working || held) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
