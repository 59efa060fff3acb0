import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api, readData } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { EmptyNote } from '../../parts/empty-note';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { todayMessages } from './today-messages';
import type { Tab } from './today-work';

const EMPTY = { daily: 'noDaily', weekly: 'noWeekly', close: 'noClose', risers: 'noRisers' } as const;
const LOOKED_AHEAD = 200;

/** Why a list is empty, and where the next work lies. */
export function NothingToDo({ tab }: { tab: Tab }): ReactNode {
  const t = useMessages(todayMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const later = useQuery({
    queryKey: ['sessions', { today: 'later' }],
    queryFn: () =>
      readData(
        api.GET('/api/stock-cycle/sessions', {
          params: {
            query: {
              status: 'open',
              review_due: 'not_due',
              sort: 'next_review_at',
              order: 'asc',
              limit: LOOKED_AHEAD,
            },
          },
        }),
      ),
    enabled: tab === 'review',
    placeholderData: keepPreviousData,
  });
  if (tab !== 'review') return <EmptyNote>{t[EMPTY[tab]]}</EmptyNote>;
  const sessions = later.data?.sessions ?? [];
  const day = sessions[0]?.nextReviewAt ?? null;
  const count = sessions.filter(({ nextReviewAt }) => nextReviewAt === day).length;
  return (
    <EmptyNote
      action={
        day === null ? (
          later.data !== undefined && <Link href="/scans">{t.toScans}</Link>
        ) : (
          <Link href="/sessions?status=open&review_due=not_due&sort=next_review_at&order=asc">
            {t.nextDue(formats.day(day, today), count === LOOKED_AHEAD ? t.atLeast(count) : String(count))}
          </Link>
        )
      }
    >
      {t.nothingDue} {later.data !== undefined && day === null && t.noneLater}
    </EmptyNote>
  );
}
