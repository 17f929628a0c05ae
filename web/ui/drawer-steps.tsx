import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';

interface Step {
  label: string;
  /** Absent at the end of the list. */
  onGo?: (() => void) | undefined;
}

/** From a detail to the one before it in its list, and to the one after. */
export function DrawerSteps({ before, after }: { before: Step; after: Step }) {
  const button = ({ label, onGo }: Step, StepIcon: typeof IconChevronUp) => (
    <ActionIcon size="lg" aria-label={label} disabled={onGo === undefined} onClick={onGo}>
      <StepIcon size={18} stroke={1.6} />
    </ActionIcon>
  );
  return (
    <>
      {button(before, IconChevronUp)}
      {button(after, IconChevronDown)}
    </>
  );
}
