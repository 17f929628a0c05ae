import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './integrations.module.css';

interface PartProps {
  title: string;
  /** What it is for, in a sentence. */
  help: ReactNode;
  addLabel: string;
  onAdd: () => void;
  children: ReactNode;
}

/** A part of the page under its heading, with the way to one more at its end. */
export function Part({ title, help, addLabel, onAdd, children }: PartProps) {
  return (
    <section>
      <div className={classes['head']}>
        <div>
          <h2>{title}</h2>
          <p className={classes['quiet']}>{help}</p>
        </div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
          onClick={onAdd}
        >
          {addLabel}
        </Button>
      </div>
      {children}
    </section>
  );
}
