import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { defineMessages, useMessages } from '../i18n/messages';
import { Loading } from './loading';

/** Loaded with the first calendar that somebody opens. */
const DayCalendar = lazy(() => import('./day-calendar').then(({ DayCalendar: component }) => ({ default: component })));

const messages = defineMessages({
  zh: { calendar: '打开日历', wrong: '日期写作 2026-11-20' },
  en: { calendar: 'Open the calendar', wrong: 'Write a day as 2026-11-20' },
});

const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface DayFieldProps extends Pick<
  TextInputProps,
  'label' | 'aria-label' | 'required' | 'withAsterisk' | 'className' | 'id'
> {
  /** `YYYY-MM-DD`; empty: none. */
  readonly value: string;
  /** Called with a day or with nothing, never with a part of one. */
  readonly onDay: (day: string) => void;
  readonly min?: string;
  readonly max?: string;
  /** If the exchanges are closed, no day may be chosen from the calendar. */
  readonly openOnly?: boolean;
  readonly focused?: boolean;
}

/** A day as the whole console writes days, whatever language the browser speaks; its calendar knows the open days. */
export function DayField({
  value,
  onDay,
  min,
  max,
  openOnly = false,
  focused = false,
  ...field
}: DayFieldProps): ReactNode {
  const t = useMessages(messages);
  const [opened, setOpened] = useState(false);
  /** What is typed and no day yet; null: what is shown is the value. */
  const [typed, setTyped] = useState<string | null>(null);
  const change = (text: string): void => {
    const clean = text.trim().replaceAll(/[/.]/g, '-');
    if (clean !== '' && !isDay(clean)) return setTyped(text);
    setTyped(null);
    onDay(clean);
  };
  return (
    <TextInput
      {...field}
      value={typed ?? value}
      placeholder="YYYY-MM-DD"
      inputMode="numeric"
      autoComplete="off"
      data-autofocus={focused || undefined}
      error={typed !== null && typed.length >= 10 ? t.wrong : undefined}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={() => setTyped(null)}
      rightSection={
        <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus shadow="md">
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={22}
              aria-label={t.calendar}
              onClick={() => setOpened(!opened)}
            >
              <IconCalendar size={14} aria-hidden="true" />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <Suspense fallback={<Loading rows={6} />}>
              <DayCalendar
                value={value}
                {...(min === undefined ? {} : { min })}
                {...(max === undefined ? {} : { max })}
                openOnly={openOnly}
                onDay={(day) => {
                  setTyped(null);
                  onDay(day);
                  setOpened(false);
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return DAY.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
