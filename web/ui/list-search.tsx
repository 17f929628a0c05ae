import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

interface ListSearchProps {
  /** What the address says; typing begins anew from it when it changes. */
  value: string;
  onChange: (text: string) => void;
  label: string;
  placeholder: string;
  charsMax: number;
  /** How long a hand rests before the list is asked, in milliseconds. */
  restMs: number;
  className: string | undefined;
}

/** The search above a list: what is typed is told without the spaces around it, once the hand rests. */
export function ListSearch({ value, onChange, label, placeholder, charsMax, ...props }: ListSearchProps) {
  const [typed, setTyped] = useState(value);
  const send = useDebouncedCallback(onChange, props.restMs);
  useEffect(() => setTyped(value), [value]);
  return (
    <TextInput
      type="search"
      className={props.className ?? ''}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden="true" />}
      maxLength={charsMax}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}
