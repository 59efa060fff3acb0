import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { api, dataOf, type Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { Failure } from '../../api/failure';
import { endReasonName, useKeptState } from '../../drafts/kept-state';
import { useShortcuts } from '../../keys/shortcuts';
import { FailureNote, useFailureSentence } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Page } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { Warnings } from '../../parts/warnings';
import type { AnyRecord } from '../../records/record-calls';
import { useRecordDraft } from '../../records/record-draft';
import { type JudgedFields, RecordConflict } from '../../records/record-conflict';
import { sessionDetailOptions } from '../../session-preview/session-detail-options';
import { SessionPreview } from '../../session-preview/session-preview';
import { shellWords } from '../../shell/shell-words';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { fillsOf, fillsText, startFill, useFills } from './ai-fills';
import { CloseForm, reasonOf } from './close-form';
import { NewSessionForm } from './new-session-form';
import { NothingToDo } from './nothing-to-do';
import { NightlyWork } from './nightly-work';
import { PHONE } from './phone';
import {
  changesOf,
  draftOfJudgement,
  judgedFields,
  judgementOfDraft,
  partsOf,
  recordFields,
  recordOf,
  type RecordTarget,
  type ReviewDraft,
  storedFields,
} from './review-draft';
import { ReviewForm } from './review-form';
import { type ReviewRun, withReview } from './review-run';
import { RunEnd } from './run-end';
import { saveReview } from './save-review';

import { todayWords } from './today-words';
import styles from './today.module.css';
import { type Tab, TABS, useTodayWork, type WorkRow } from './today-work';
import { useRecordTarget } from './use-record-target';
import { type RowMark, WorkRows } from './work-rows';

const NO_DRAFT: ReviewDraft = {};
const NO_DRAFTS: Readonly<Record<string, ReviewDraft>> = {};
const PREFETCHED = 2;

/** The work queue of the day: what to review, to write, to close, and what rose; one after the other by keyboard. */
export function Today(): ReactNode {
  const say = useWords(todayWords);
  const { today: title } = useWords(shellWords);
  const { today } = useConsoleState();
  const formats = useFormats();
  const sentenceOf = useFailureSentence();
  const notices = useNotices();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const phone = useMediaQuery(PHONE, window.matchMedia(PHONE).matches, { getInitialValueInEffect: false });
  const [search, setSearch] = useSearchParams();
  const [drafts, setDrafts] = useKeptState('today.drafts', NO_DRAFTS);
  const [failedKeys, setFailedKeys] = useState<readonly string[]>([]);
  const [savingKeys, setSavingKeys] = useState<readonly string[]>([]);
  const [keptKeys, setKeptKeys] = useState<readonly string[]>([]);
  const [run, setRun] = useState<ReviewRun>();
  const [ended, setEnded] = useState(false);
  const [focusWish, setFocusWish] = useState<'row' | 'form'>();
  const focused = useCallback(() => setFocusWish(undefined), []);
  const form = useRef<HTMLDivElement>(null);

  const work = useTodayWork();
  const tab = TABS.find((name) => name === search.get('tab')) ?? 'review';
  const list = work[tab];
  const addressed = keyIn(search);
  const cursor = addressed ?? (phone ? undefined : list.rows[0]?.key);
  const index = list.rows.findIndex(({ key }) => key === cursor);
  const lastIndex = useRef(0);
  useEffect(() => {
    if (index >= 0) lastIndex.current = index;
  }, [index]);
  const row = list.rows[index] ?? strangerOf(addressed);
  const sessionId = row?.sessionId ?? null;

  const detail = useQuery({ ...sessionDetailOptions(sessionId ?? 0), enabled: sessionId !== null });
  useEffect(() => {
    for (const { sessionId: id } of list.rows.slice(index + 1, index + 1 + PREFETCHED)) {
      if (id === null) continue;
      queries.query(sessionDetailOptions(id)).catch(() => undefined);
    }
  }, [queries, list.rows, index]);

  const choice = useRecordTarget(tab, detail.data?.session.id === sessionId ? detail.data : undefined);
  const { target } = choice;
  const [recordDraft, setRecordDraft] = useRecordDraft(
    sessionId ?? 0,
    target?.kind ?? 'daily',
    target?.day ?? '',
    detail.data === undefined || target === undefined ? null : (recordOf(detail.data, target) ?? null),
  );
  const [reason, setReason] = useKeptState<string | null>(endReasonName(sessionId ?? 0), null);
  const draft: ReviewDraft =
    row === undefined ? NO_DRAFT : { ...drafts[row.key], ...draftOfJudgement(recordDraft?.changes ?? {}) };

  const change = (changes: Readonly<Record<string, string | null>>, replace = true): void => {
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace },
    );
  };
  const select = (to: WorkRow): void => {
    setEnded(false);
    change({
      session: to.sessionId === null ? null : String(to.sessionId),
      code: to.sessionId === null ? to.code : null,
    });
  };
  const open = (to: WorkRow | undefined): void => {
    if (to === undefined) return;
    if (to.sessionId === null) select(to);
    else navigate(`/sessions/${to.sessionId}`);
  };
  const showTab = (to: Tab): void => {
    setEnded(false);
    change({ tab: to, session: null, code: null }, false);
  };
  const step = (by: number): void => {
    const from = index >= 0 ? index : lastIndex.current - (by > 0 ? 1 : 0);
    const to = list.rows[Math.min(Math.max(from + by, 0), list.rows.length - 1)];
    if (to === undefined) return;
    select(to);
    setFocusWish('row');
  };
  /** To the row behind the one that was just done; behind the last one the round is over. */
  const goOn = (): void => {
    const inForm = form.current?.contains(document.activeElement) ?? false;
    const next = index >= 0 ? list.rows[index + 1] : list.rows[lastIndex.current];
    if (next === undefined) {
      setEnded(true);
      return;
    }
    select(next);
    setFocusWish(inForm ? 'form' : 'row');
  };
  const reread = (id: number): void => {
    for (const queryKey of [['session', id], ['sessions'], ['queues'], ['auto-close'], ['risers']]) {
      void queries.invalidateQueries({ queryKey });
    }
  };

  /** The session's fields belong to the row, those of the record to its day or week. */
  const draftChanged = (rowKey: string, changes: ReviewDraft): void => {
    const parts = partsOf(changes);
    if (Object.keys(parts.session).length > 0) {
      setDrafts((all) => ({ ...all, [rowKey]: { ...all[rowKey], ...parts.session } }));
    }
    if (Object.keys(parts.record).length === 0 || detail.data === undefined || target === undefined) return;
    const saved = detail.data;
    const record = recordOf(saved, target) ?? null;
    setRecordDraft((before) => {
      const madeFrom = before === null ? record : before.madeFrom;
      const typed = { ...draftOfJudgement(before?.changes ?? {}), ...parts.record };
      const stored = { ...storedFields(saved, target), ...recordFields(madeFrom ?? undefined) };
      const differs = changesOf(stored, typed).record !== undefined;
      return differs ? { madeFrom, changes: judgementOfDraft(typed) } : null;
    });
  };
  const forget = (key: string): void => {
    setDrafts((all) => Object.fromEntries(Object.entries(all).filter(([one]) => one !== key)));
  };
  const saveNext = (): void => {
    if (row === undefined || detail.data?.session.id !== sessionId || target === undefined) return;
    const { key, code, stockName } = row;
    const name = stockName ?? code;
    const saved = detail.data;
    const madeFrom = recordDraft === null ? recordOf(saved, target) : (recordDraft.madeFrom ?? undefined);
    const { session, priority, record } = changesOf(
      { ...storedFields(saved, target), ...recordFields(madeFrom) },
      draft,
    );
    // Where a record was written, the next gap of the same session comes before the next session.
    const gap = record === undefined ? undefined : choice.missingAfter(target.day);
    if (gap === undefined) goOn();
    else {
      choice.move(gap);
      if (form.current?.contains(document.activeElement) === true) setFocusWish('form');
    }
    setFailedKeys((keys) => keys.filter((one) => one !== key));
    if (session === undefined && priority === undefined && record === undefined) {
      setRun((now) => withReview(now, Date.now(), { changedPhase: false, wroteRecord: false }));
      return;
    }
    const saveEnded = (): void => setSavingKeys((keys) => without(keys, key));
    setSavingKeys((keys) => [...keys, key]);
    saveReview(saved, target, madeFrom, draft, () => setRecordDraft(null)).then(
      (written) => {
        saveEnded();
        forget(key);
        setRun((now) => withReview(now, Date.now(), written));
        reread(saved.session.id);
        const undo = written.undo;
        notices.done(
          say.saved(name),
          undo === undefined ? undefined : () => undo().then(() => reread(saved.session.id)),
        );
      },
      (error: unknown) => {
        saveEnded();
        // What was typed stays with its row, and its day is shown again.
        setFailedKeys((keys) => [...keys, key]);
        choice.move(target.day);
        reread(saved.session.id);
        notices.failed(error);
      },
    );
  };
  const closeNext = (): void => {
    if (row === undefined || sessionId === null) return;
    const params = { path: { id: sessionId } };
    const name = row.stockName ?? row.code;
    const end_reason = reason ?? reasonOf(row);
    goOn();
    dataOf(api.PATCH('/api/stock-cycle/sessions/{id}', { params, body: { close: true, end_reason } })).then(() => {
      setReason(null);
      reread(sessionId);
      notices.done(say.closed(name), () =>
        dataOf(api.PATCH('/api/stock-cycle/sessions/{id}', { params, body: { reopen: true } })).then(() =>
          reread(sessionId),
        ),
      );
    }, notices.failed);
  };
  const keepNext = (): void => {
    if (row === undefined) return;
    setKeptKeys((keys) => [...keys, row.key]);
    goOn();
  };
  const closing = tab === 'close' && row !== undefined && row.rules.length > 0;
  const finish = closing ? closeNext : saveNext;

  const fills = fillsOf(search.get('fills'));
  const nameOf = (id: number): string => {
    const found = TABS.flatMap((name) => work[name].rows).find((one) => one.sessionId === id);
    return found?.stockName ?? found?.code ?? `#${id}`;
  };
  useFills(fills, (fill, job, error) => {
    change({ fills: fillsText(fills.filter(({ jobId }) => jobId !== fill.jobId)) });
    const name = nameOf(fill.sessionId);
    if (job?.state !== 'completed') {
      const reason = sentenceOf(error ?? (job === undefined ? '' : Failure.ofJob(job)));
      notices.failed(new Error(say.fillFailed(name, reason)));
      return;
    }
    const figure = (value: unknown): number => (typeof value === 'number' ? value : 0);
    const { generated, overwritten, skipped, reviewDateCleared } = job.result ?? {};
    const cleared = reviewDateCleared as Schemas['WeeklyFillResponse']['reviewDateCleared'] | undefined;
    const counts = say.filled(name, figure(generated), figure(overwritten), figure(skipped));
    notices.done(cleared ? `${counts}；${say.reviewCleared(formats.day(cleared.nextReviewAt, today))}` : counts);
  });
  const fillKind = tab === 'weekly' ? 'weekly' : 'daily';
  const fill = (): void => {
    if (sessionId === null || detail.data?.session.id !== sessionId) return;
    if (fills.some((one) => one.sessionId === sessionId)) return;
    startFill(fillKind, detail.data).then(
      (jobId) => change({ fills: fillsText([...fills, { sessionId, jobId }]) }),
      notices.failed,
    );
  };

  const stored = detail.data === undefined || target === undefined ? undefined : storedFields(detail.data, target);
  const movePriority = (by: number): void => {
    if (row === undefined || stored === undefined) return;
    const now = drafts[row.key]?.priority ?? stored.priority;
    draftChanged(row.key, { priority: Math.min(Math.max(now + by, 0), 100) });
  };
  useShortcuts(title, [
    { keys: ['j', 'ArrowDown'], does: say.next, run: () => step(1) },
    { keys: ['k', 'ArrowUp'], does: say.previous, run: () => step(-1) },
    { keys: ['o'], does: say.openKey, run: () => open(row) },
    { keys: ['e'], does: say.edit, run: () => setFocusWish('form') },
    { keys: ['['], does: say.previousPeriod, run: () => choice.previous !== undefined && choice.move(choice.previous) },
    { keys: [']'], does: say.nextPeriod, run: () => choice.next !== undefined && choice.move(choice.next) },
    ...(closing
      ? [
          { keys: ['Mod+Enter', 'c'], does: say.closeNow, run: closeNext, inFields: true },
          { keys: ['x'], does: say.keep, run: keepNext },
        ]
      : [
          { keys: ['Mod+Enter'], does: say.saveNextKey, run: saveNext, inFields: true },
          { keys: ['+', '='], does: say.priorityUp, run: () => movePriority(1) },
          { keys: ['-'], does: say.priorityDown, run: () => movePriority(-1) },
        ]),
  ]);

  const conflictOf = (shown: Schemas['SessionDetailResponse'], { kind, day }: RecordTarget): ReactNode => {
    if (recordDraft === null) return null;
    const opened = recordDraft.madeFrom ?? undefined;
    const now = recordOf(shown, { kind, day });
    if (opened?.id === now?.id && opened?.version === now?.version) return null;
    return (
      <RecordConflict
        opened={judgedOf(opened)}
        stored={now === undefined ? null : judgedOf(now)}
        typed={judgedFields(draft)}
        onKeepMine={() => setRecordDraft({ ...recordDraft, madeFrom: now ?? null })}
        onTakeTheirs={() => setRecordDraft(null)}
      />
    );
  };

  /** Esc leaves a field for the list, whose keys work then. */
  const leaveField = (event: KeyboardEvent): void => {
    const inList = event.target instanceof HTMLElement && event.target.getAttribute('aria-expanded') === 'true';
    if (event.key === 'Escape' && !inList && !event.nativeEvent.isComposing) setFocusWish('row');
  };

  const marks = new Map<string, RowMark>([
    ...keptKeys.map((key) => [key, 'kept'] as const),
    ...fills.map((one) => [`s${one.sessionId}`, 'filling'] as const),
    ...failedKeys.map((key) => [key, 'failed'] as const),
    ...savingKeys.map((key) => [key, 'saving'] as const),
  ]);
  const filling = fills.some((one) => one.sessionId === sessionId);
  const showsDetail = ended || row !== undefined;
  const detailOnly = phone && (ended || row?.sessionId === null);
  return (
    <Page
      title={title}
      fill={!phone}
      aside={
        <nav className={styles.tabs} aria-label={say.tabs}>
          {TABS.map((name) => (
            <button
              key={name}
              type="button"
              className={styles.tab}
              aria-current={name === tab ? 'page' : undefined}
              onClick={() => showTab(name)}
            >
              {say[name]} <Count value={work[name].total} />
            </button>
          ))}
        </nav>
      }
    >
      <Warnings warnings={list.warnings} />
      <div className={styles.columns}>
        {!detailOnly && (
          <div className={styles.listSide} data-stale={list.stale || undefined}>
            {list.error !== null && <FailureNote error={list.error} onRetry={list.reload} />}
            {list.loading && <Loading rows={10} />}
            {!list.loading && list.rows.length === 0 && list.error === null && <NothingToDo tab={tab} />}
            {list.rows.length > 0 && (
              <WorkRows
                key={tab}
                label={`${say.list}: ${say[tab]}`}
                rows={list.rows}
                cursor={cursor}
                marks={marks}
                takesFocus={focusWish === 'row'}
                onFocused={focused}
                onSelect={select}
                onOpen={open}
              />
            )}
            {list.total !== undefined && list.total > list.rows.length && (
              <p className={styles.quiet}>{say.shown(list.rows.length, String(list.total))}</p>
            )}
            <NightlyWork />
          </div>
        )}
        {showsDetail && (!phone || detailOnly) && (
          <section className={styles.detailSide} aria-label={say.detail}>
            {phone && (
              <Button variant="default" onClick={() => change({ session: null, code: null })}>
                ← {say.back}
              </Button>
            )}
            {ended || row === undefined ? (
              <RunEnd
                run={run}
                left={list.rows.length}
                onAgain={() => {
                  setRun(undefined);
                  setEnded(false);
                  const [first] = list.rows;
                  if (first === undefined) change({ session: null, code: null });
                  else select(first);
                }}
              />
            ) : sessionId === null ? (
              <NewSessionForm key={row.key} row={row} onCreated={(id) => change({ session: String(id), code: null })} />
            ) : (
              <>
                <div className={styles.preview}>
                  <SessionPreview sessionId={sessionId} />
                </div>
                <div ref={form} className={styles.formPlace} onKeyDown={leaveField}>
                  {closing ? (
                    <CloseForm
                      row={row}
                      reason={reason ?? reasonOf(row)}
                      onReason={setReason}
                      onClose={closeNext}
                      onKeep={keepNext}
                    />
                  ) : detail.isError ? (
                    <FailureNote error={detail.error} onRetry={() => void detail.refetch()} />
                  ) : detail.data === undefined || target === undefined ? (
                    <Loading rows={4} />
                  ) : detail.data.session.status === 'closed' ? (
                    <p className={styles.quiet}>{say.closedSession}</p>
                  ) : (
                    <ReviewForm
                      detail={detail.data}
                      choice={choice}
                      target={target}
                      conflict={conflictOf(detail.data, target)}
                      draft={draft}
                      onDraft={(changes) => draftChanged(row.key, changes)}
                      takesFocus={focusWish === 'form'}
                      onFocused={focused}
                    >
                      <Button variant="default" onClick={fill} loading={filling}>
                        {fillKind === 'daily' ? say.fillDaily : say.fillWeekly}
                      </Button>
                      <Button onClick={finish}>{say.saveNext}</Button>
                    </ReviewForm>
                  )}
                </div>
              </>
            )}
          </section>
        )}
      </div>
    </Page>
  );
}

/** Without one of what may be there several times. */
function without(keys: readonly string[], key: string): readonly string[] {
  const at = keys.indexOf(key);
  return at < 0 ? keys : keys.toSpliced(at, 1);
}

function Count({ value }: { value: number | undefined }): ReactNode {
  const formats = useFormats();
  return <span className={`figure ${styles.count}`}>{value === undefined ? '…' : formats.count(value)}</span>;
}

/** What a record says, as a conflict shows it. */
function judgedOf(record: AnyRecord | undefined): JudgedFields {
  return {
    supplyDemand: record?.supplyDemand ?? null,
    alignFlag: record?.alignFlag ?? null,
    primaryPhaseHint: record?.primaryPhaseHint ?? null,
    cycleSubTags: record?.cycleSubTags ?? [],
    cycleEvents: record?.cycleEvents ?? [],
    evidenceNote: record?.evidenceNote ?? null,
  };
}

/** The key of the row that an address names. */
function keyIn(search: URLSearchParams): string | undefined {
  const session = search.get('session');
  const code = search.get('code');
  if (session !== null && /^[1-9][0-9]*$/.test(session)) return `s${session}`;
  return code === null ? undefined : `c${code}`;
}

/** A row that the address names and the list does not hold: it was done meanwhile, or never was on it. */
function strangerOf(key: string | undefined): WorkRow | undefined {
  if (key === undefined) return undefined;
  const named = key.slice(1);
  return {
    key,
    sessionId: key.startsWith('s') ? Number(named) : null,
    code: key.startsWith('s') ? '' : named,
    stockName: null,
    phase: null,
    priority: null,
    reason: '',
    late: false,
    changePct: null,
    rules: [],
  };
}
