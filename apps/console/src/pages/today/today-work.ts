import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import type { Phase } from '../../parts/phases';
import { useFormats } from '../../i18n/formats';
import type { Formats } from '../../i18n/formats-in';
import { useMessages } from '../../i18n/messages';
import { daysBetween } from './calendar-days';
import { todayMessages } from './today-messages';

export const TABS = ['review', 'daily', 'weekly', 'close', 'risers'] as const;
export type Tab = (typeof TABS)[number];

/** One line of a list of work. */
export interface WorkRow {
  /** `s` and the session's id, or `c` and the code of a stock that nobody tracks. */
  readonly key: string;
  readonly sessionId: number | null;
  readonly code: string;
  readonly stockName: string | null;
  readonly phase: Phase | null;
  readonly priority: number | null;
  /** Why it is on the list. */
  readonly reason: string;
  /** It should have been done before today. */
  readonly late: boolean;
  /** Percent on the latest day, if the list says it. */
  readonly changePct: number | null;
  readonly rules: readonly Schemas['FiredRuleResponse'][];
}

/** A tab: how much there is, what of it, and how the reading stands. */
export interface WorkList {
  readonly total: number | undefined;
  readonly rows: readonly WorkRow[];
  readonly loading: boolean;
  readonly stale: boolean;
  readonly error: unknown;
  readonly reload: () => void;
  readonly warnings: readonly string[];
}

type Translations = ReturnType<typeof useMessages<typeof todayMessages.zh>>;

const PAGE = 200;
const POLL_MS = 60_000;

/** The five lists of the day. */
export function useTodayWork(): Readonly<Record<Tab, WorkList>> {
  const t = useMessages(todayMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const asked = { placeholderData: keepPreviousData, refetchInterval: POLL_MS };
  const review = useQuery({
    queryKey: ['sessions', { today: 'due' }],
    queryFn: () =>
      readData(
        api.GET('/api/stock-cycle/sessions', {
          params: { query: { status: 'open', review_due: 'due', sort: 'priority', order: 'desc', limit: PAGE } },
        }),
      ),
    ...asked,
  });
  const daily = useQuery({
    queryKey: ['queues', 'gaps', 'daily'],
    queryFn: () => readData(api.GET('/api/stock-cycle/sessions/record-gaps', { params: { query: { kind: 'daily' } } })),
    ...asked,
  });
  const weekly = useQuery({
    queryKey: ['queues', 'gaps', 'weekly'],
    queryFn: () =>
      readData(api.GET('/api/stock-cycle/sessions/record-gaps', { params: { query: { kind: 'weekly' } } })),
    ...asked,
  });
  const close = useQuery({
    queryKey: ['auto-close'],
    queryFn: () => readData(api.GET('/api/stock-cycle/auto-close-reports')),
    ...asked,
  });
  const risers = useQuery({
    queryKey: ['risers'],
    queryFn: () => readData(api.GET('/api/market/risers')),
    ...asked,
  });

  const messages = useMemo(() => createRowBuilders(t, formats, today), [t, formats, today]);
  const rows = {
    review: useMemo(() => messages.review(review.data), [messages, review.data]),
    daily: useMemo(() => messages.daily(daily.data), [messages, daily.data]),
    weekly: useMemo(() => messages.weekly(weekly.data), [messages, weekly.data]),
    close: useMemo(() => messages.close(close.data), [messages, close.data]),
    risers: useMemo(() => messages.risers(risers.data), [messages, risers.data]),
  };
  return {
    review: list(review, review.data?.pagination.total, rows.review),
    daily: list(daily, daily.data?.total, rows.daily),
    weekly: list(weekly, weekly.data?.total, rows.weekly),
    close: list(close, close.data?.reports.length, rows.close),
    risers: list(risers, risers.data?.pagination.total, rows.risers),
  };
}

/** Turns what the routes answer into rows. */
function createRowBuilders(t: Translations, formats: Formats, today: string) {
  const toDueText = (day: string | null): string => {
    if (day === null) return t.unset;
    const late = daysBetween(day, today);
    if (late === 0) return t.dueToday;
    return late > 0 ? t.overdue(late) : t.within(formats.day(day, today));
  };
  const toRow = (session: Schemas['SessionResponse'], reason: string): WorkRow => ({
    ...toBareRow(session.code, session.stockName, session.id),
    phase: session.currentPrimaryPhase,
    priority: session.priority,
    reason,
    late: session.nextReviewAt !== null && session.nextReviewAt < today,
  });
  return {
    review: (data: Schemas['SessionListResponse'] | undefined) =>
      (data?.sessions ?? []).map((session) => toRow(session, toDueText(session.nextReviewAt))),
    daily: (data: Schemas['RecordGapsResponse'] | undefined) =>
      (data?.sessions ?? []).map((session) => toRow(session, t.missingDays(session.missing))),
    weekly: (data: Schemas['RecordGapsResponse'] | undefined) =>
      (data?.sessions ?? []).map((session) => toRow(session, t.missingWeeks(session.missing))),
    close: (data: Schemas['AutoCloseReportsResponse'] | undefined) =>
      (data?.reports ?? []).map(({ sessionId, code, stockName, rules }) => ({
        ...toBareRow(code, stockName, sessionId),
        reason: rules.map(({ rule }) => t[rule]).join(' · '),
        rules,
      })),
    risers: (data: Schemas['RisersResponse'] | undefined) =>
      (data?.risers ?? []).map(({ code, stockName, changePct, sessionId }) => ({
        ...toBareRow(code, stockName, sessionId),
        reason: sessionId === null ? t.noSession : '',
        changePct,
      })),
  };
}

/** A row that knows only its stock and its session. */
export function toBareRow(code: string, stockName: string | null, sessionId: number | null): WorkRow {
  return {
    key: sessionId === null ? `c${code}` : `s${sessionId}`,
    sessionId,
    code,
    stockName,
    phase: null,
    priority: null,
    reason: '',
    late: false,
    changePct: null,
    rules: [],
  };
}

interface Reading {
  readonly data: { readonly warnings: readonly string[] } | undefined;
  readonly isPending: boolean;
  readonly isPlaceholderData: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

function list(query: Reading, total: number | undefined, rows: readonly WorkRow[]): WorkList {
  return {
    total,
    rows,
    loading: query.isPending,
    stale: query.isPlaceholderData,
    error: query.error,
    reload: () => void query.refetch(),
    warnings: query.data?.warnings ?? [],
  };
}
