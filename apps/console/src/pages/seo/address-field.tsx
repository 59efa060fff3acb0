import { TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSeoAddress } from './seo-address';

const REST_MS = 250;

/** A filter that is typed: it goes to the address a moment after the last key. */
export function AddressField({
  name,
  label,
  className,
}: {
  name: string;
  label: string;
  className?: string | undefined;
}): ReactNode {
  const { get, filter } = useSeoAddress();
  const stored = get(name);
  const [typed, setTyped] = useState(stored);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (text: string): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => filter({ [name]: text.trim() }), REST_MS);
  };
  return (
    <TextInput
      className={className ?? ''}
      label={label}
      value={typed}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
