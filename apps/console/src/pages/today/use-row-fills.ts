import type { Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { Failure } from '../../api/failure';
import { useFailureSentence } from '../../parts/failure-note';
import { useNotices } from '../../parts/undo';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { formatFills, type RunningFill, startFill, useFills } from './ai-fills';
import { todayMessages } from './today-messages';
import { type Tab, TABS, type WorkList } from './today-work';
import type { TodayAddress } from './use-today-address';

/** The fills that were started from rows: they run while other rows are open, and a notice reports their end. */
export interface RowFills {
  readonly running: readonly RunningFill[];
  readonly start: (kind: 'daily' | 'weekly', detail: Schemas['SessionDetailResponse']) => void;
}

export function useRowFills({ fills, change }: TodayAddress, work: Readonly<Record<Tab, WorkList>>): RowFills {
  const notices = useNotices();
  const toNotice = useFillNotice();
  const findName = (id: number): string => {
    const found = TABS.flatMap((tab) => work[tab].rows).find(({ sessionId }) => sessionId === id);
    return found?.stockName ?? found?.code ?? `#${id}`;
  };
  useFills(fills, ({ sessionId, jobId }, job, error) => {
    change({ fills: formatFills(fills.filter((one) => one.jobId !== jobId)) });
    const { failed, sentence } = toNotice(findName(sessionId), job, error);
    if (failed) notices.failed(new Error(sentence));
    else notices.done(sentence);
  });
  return {
    running: fills,
    start: (kind, detail) => {
      const sessionId = detail.session.id;
      if (fills.some((one) => one.sessionId === sessionId)) return;
      startFill(kind, detail).then(
        (jobId) => change({ fills: formatFills([...fills, { sessionId, jobId }]) }),
        notices.failed,
      );
    },
  };
}

/** The sentence on a fill that has ended. */
function useFillNotice(): (
  name: string,
  job: Schemas['JobResponse'] | undefined,
  error: unknown,
) => { failed: boolean; sentence: string } {
  const t = useMessages(todayMessages);
  const { today } = useConsoleState();
  const formats = useFormats();
  const sentenceOf = useFailureSentence();
  return (name, job, error) => {
    if (job?.state !== 'completed') {
      const reason = sentenceOf(error ?? (job === undefined ? '' : Failure.ofJob(job)));
      return { failed: true, sentence: t.fillFailed(name, reason) };
    }
    const toCount = (value: unknown): number => (typeof value === 'number' ? value : 0);
    const { generated, overwritten, skipped, reviewDateCleared } = job.result ?? {};
    const cleared = reviewDateCleared as Schemas['WeeklyFillResponse']['reviewDateCleared'] | undefined;
    const counts = t.filled(name, toCount(generated), toCount(overwritten), toCount(skipped));
    return {
      failed: false,
      sentence: cleared ? `${counts}；${t.reviewCleared(formats.day(cleared.nextReviewAt, today))}` : counts,
    };
  };
}
