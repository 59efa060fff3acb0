import { NumberInput, type NumberInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';

type FieldProps = Pick<NumberInputProps, 'label' | 'placeholder' | 'min' | 'max' | 'error' | 'allowDecimal'>;

/** A number. While nothing is in the field it keeps its value; a field that may be empty says so by `onEmpty`. */
export function NumberField({
  value,
  onValue,
  onEmpty,
  ...field
}: FieldProps & { value: number | null; onValue: (value: number) => void; onEmpty?: () => void }): ReactNode {
  const [blank, setBlank] = useState(false);
  return (
    <NumberInput
      {...field}
      value={blank ? '' : (value ?? '')}
      clampBehavior="blur"
      hideControls
      onChange={(typed) => {
        setBlank(typeof typed !== 'number');
        if (typeof typed === 'number') onValue(typed);
        else onEmpty?.();
      }}
      onBlur={() => setBlank(false)}
    />
  );
}
