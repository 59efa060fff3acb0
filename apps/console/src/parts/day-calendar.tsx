import '@mantine/dates/styles.css';
import { DatePicker, DatesProvider } from '@mantine/dates';
import { useQuery } from '@tanstack/react-query';
import 'dayjs/locale/zh-cn';
import { type ReactNode, useState } from 'react';
import { api, readData } from '../api/client';
import { useConsoleState } from '../api/console-state';
import { usePreferences } from '../preferences/preferences';
import { defineMessages, useMessages } from '../i18n/messages';
import styles from './day-calendar.module.css';

const messages = defineMessages({
  zh: {
    closed: '休市',
    previousMonth: '上个月',
    nextMonth: '下个月',
    months: '选择月份',
    previousYear: '上一年',
    nextYear: '下一年',
    years: '选择年份',
    previousDecade: '前十年',
    nextDecade: '后十年',
  },
  en: {
    closed: 'Closed',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    months: 'Choose a month',
    previousYear: 'Previous year',
    nextYear: 'Next year',
    years: 'Choose a year',
    previousDecade: 'Previous decade',
    nextDecade: 'Next decade',
  },
});

const FRESH_MS = 10 * 60_000;

interface DayCalendarProps {
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly openOnly: boolean;
  readonly onDay: (day: string) => void;
}

/** A month of days, those without trading quiet: by the exchanges' calendar up to today, by the weekend behind it. */
export function DayCalendar({ value, min, max, openOnly, onDay }: DayCalendarProps): ReactNode {
  const t = useMessages(messages);
  const { language } = usePreferences();
  const { today } = useConsoleState();
  const [month, setMonth] = useState((value === '' ? today : value).slice(0, 7));
  const isOpen = useOpenDays(month, today);
  return (
    <DatesProvider settings={{ locale: language === 'zh' ? 'zh-cn' : 'en', firstDayOfWeek: 1, weekendDays: [] }}>
      <DatePicker
        size="xs"
        value={value === '' ? null : value}
        defaultDate={value === '' ? today : value}
        {...(min === undefined ? {} : { minDate: min })}
        {...(max === undefined ? {} : { maxDate: max })}
        onDateChange={(shown) => setMonth(shown.slice(0, 7))}
        onChange={(day) => {
          if (day !== null) onDay(day);
        }}
        excludeDate={(day) => openOnly && isOpen(day) === false}
        getDayProps={(day) =>
          isOpen(day) === false ? { className: styles.closed, title: t.closed, 'data-closed': true } : {}
        }
        ariaLabels={{
          ...{ previousMonth: t.previousMonth, nextMonth: t.nextMonth, monthLevelControl: t.months },
          ...{ previousYear: t.previousYear, nextYear: t.nextYear, yearLevelControl: t.years },
          ...{ previousDecade: t.previousDecade, nextDecade: t.nextDecade },
        }}
      />
    </DatesProvider>
  );
}

/** Whether the exchanges are open on a day of the month or its neighbours; undefined if nothing is known. */
function useOpenDays(month: string, today: string): (day: string) => boolean | undefined {
  const from = addDays(`${month}-01`, -7);
  const to = addDays(`${month}-01`, 41);
  const { data } = useQuery({
    queryKey: ['market', 'open-days', from, to],
    queryFn: () => readData(api.GET('/api/market/days', { params: { query: { from, to } } })),
    staleTime: FRESH_MS,
    enabled: from <= today,
    retry: false,
  });
  const open = data === undefined ? undefined : new Set(data.days.map(({ day }) => day));
  return (day) => {
    if (isWeekend(day)) return false;
    // Nobody knows the holidays that are still to come.
    if (day > today || open === undefined || open.size === 0) return undefined;
    return open.has(day);
  };
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}

function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}
