import { NativeSelect, TextInput } from '@mantine/core';
import { latinDigits } from '@mizan/contract/money.ts';
import { useState } from 'react';

interface OrTypedProps {
  label: string;
  /** The last choice, and the label of the field in which something else is typed then. */
  typedChoice: string;
  typedLabel: string;
  inputMode?: 'numeric';
  value: string;
  choices: readonly { value: string; label: string }[];
  isGood: (text: string) => boolean;
  problem: string;
  onSay: (value: string) => void;
}

const typed = 'typed';

/** One of the choices, or what is typed in their place: it counts when the field is left, or at Enter. */
export function OrTyped({ label, typedChoice, typedLabel, value, choices, onSay, ...field }: OrTypedProps) {
  const { isGood, problem, inputMode } = field;
  const [text, setText] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const say = (): void => {
    const plain = text === null ? '' : latinDigits(text.length > 1 ? text.trim() : text);
    if (plain === '') return;
    setWrong(!isGood(plain));
    if (!isGood(plain)) return;
    setText(null);
    onSay(plain);
  };
  return (
    <div>
      <NativeSelect
        label={label}
        value={text === null ? value : typed}
        data={[...choices, { value: typed, label: typedChoice }]}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          setWrong(false);
          setText(chosen === typed ? '' : null);
          if (chosen !== typed) onSay(chosen);
        }}
      />
      {text !== null && (
        <TextInput
          label={typedLabel}
          dir="ltr"
          mt="xs"
          autoFocus
          autoComplete="off"
          inputMode={inputMode}
          value={text}
          error={isWrong && problem}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={say}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The form around it is not sent.
            event.preventDefault();
            say();
          }}
        />
      )}
    </div>
  );
}
