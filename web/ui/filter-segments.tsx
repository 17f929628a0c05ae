import { SegmentedControl } from '@mantine/core';

export interface FilterSegmentsProps<Value extends string> {
  /** What is chosen: 'Status'. Read out before the choices. */
  label: string;
  /** What the choice of no value is called: 'All'. */
  allLabel: string;
  options: readonly (readonly [value: Value, text: string])[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

const all = 'ALL';

/** One of a few values, or all of them, in sight side by side. */
export function FilterSegments<Value extends string>(props: FilterSegmentsProps<Value>) {
  return (
    <SegmentedControl
      size="sm"
      aria-label={props.label}
      value={props.value ?? all}
      onChange={(value) => props.onChange(value === all ? undefined : (value as Value))}
      data={[
        { value: all, label: props.allLabel },
        ...props.options.map(([value, label]) => ({ value, label })),
      ]}
    />
  );
}
