import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { Page } from '../../parts/page';
import { Warnings } from '../../parts/warnings';
import { sessionDetailOptions } from '../../session-preview/session-detail-options';
import { shellMessages } from '../../shell/shell-messages';
import { useMessages } from '../../i18n/messages';
import { FillProgress } from './fill-progress';
import { FirstSteps } from './first-steps';
import { MarketQuestion } from './market-question';
import { NewSessionForm } from './new-session-form';
import { PHONE } from './phone';
import { RunEnd } from './run-end';
import { SessionReview } from './session-review';
import { TabBar } from './tab-bar';
import { todayMessages } from './today-messages';
import styles from './today.module.css';
import { useTodayWork } from './today-work';
import { type CloseChoice, useCloseChoice } from './use-close-choice';
import { useRecordTarget } from './use-record-target';
import { useReviewDraft } from './use-review-draft';
import { type ReviewSave, useReviewSave } from './use-review-save';
import { type RowFills, useRowFills } from './use-row-fills';
import { useTodayAddress } from './use-today-address';
import { useTodayShortcuts } from './use-today-shortcuts';
import { useWorkCursor } from './use-work-cursor';
import type { RowMark } from './work-rows';
import { WorkSide } from './work-side';

const MAX_PRIORITY = 100;

/** The work of the day: what to review, to write, to close, and what rose; one after the other by keyboard. */
export function Today(): ReactNode {
  const t = useMessages(todayMessages);
  const { today: title } = useMessages(shellMessages);
  const phone = useMediaQuery(PHONE, window.matchMedia(PHONE).matches, { getInitialValueInEffect: false });
  const form = useRef<HTMLDivElement>(null);
  const work = useTodayWork();
  const address = useTodayAddress();
  const { tab } = address;
  const list = work[tab];
  const cursor = useWorkCursor(list, address, phone, form);
  const { row, ended } = cursor;
  const sessionId = row?.sessionId ?? null;

  const detail = useQuery({ ...sessionDetailOptions(sessionId ?? 0), enabled: sessionId !== null });
  const saved = detail.data?.session.id === sessionId ? detail.data : undefined;
  const choice = useRecordTarget(tab, saved);
  const review = useReviewDraft(row, saved, choice.target);
  const save = useReviewSave(cursor, form);
  const closeChoice = useCloseChoice(row, cursor.goOn);
  const closing = tab === 'close' && row !== undefined && row.rules.length > 0 ? closeChoice : undefined;
  const fills = useRowFills(address, work);
  const fillKind = tab === 'weekly' ? 'weekly' : 'daily';
  const saveNext = (): void => row && save.saveNext(row, saved, choice, review);
  useTodayShortcuts({
    title,
    cursor,
    choice,
    closing,
    onSave: saveNext,
    onPriority: (delta) => {
      const now = review.draft.priority ?? review.stored?.priority;
      if (now !== undefined) review.change({ priority: Math.min(Math.max(now + delta, 0), MAX_PRIORITY) });
    },
  });

  const detailOnly = phone && (ended || row?.sessionId === null);
  const showsDetail = (ended || row !== undefined) && (!phone || detailOnly);
  return (
    <Page title={title} fill={!phone} aside={<Head {...{ tab, work }} onTab={cursor.showTab} />}>
      <MarketQuestion />
      <FillProgress />
      <Warnings warnings={list.warnings} />
      <div className={styles.columns}>
        {!detailOnly && <WorkSide tab={tab} list={list} cursor={cursor} marks={toMarks(closeChoice, fills, save)} />}
        {showsDetail && (
          <section className={styles.detailSide} aria-label={t.detail}>
            {phone && (
              <Button variant="default" onClick={() => address.change({ session: null, code: null })}>
                ← {t.back}
              </Button>
            )}
            {ended || row === undefined ? (
              <RunEnd
                run={save.run}
                left={list.rows.length}
                onAgain={() => {
                  save.resetRun();
                  cursor.restart();
                }}
              />
            ) : sessionId === null ? (
              <NewSessionForm
                key={row.key}
                row={row}
                onCreated={(id) => address.change({ session: String(id), code: null })}
              />
            ) : (
              <SessionReview
                {...{ row, sessionId, form, cursor, detail, choice, review, closing, fills, fillKind }}
                onFill={() => saved && fills.start(fillKind, saved)}
                onSave={saveNext}
              />
            )}
          </section>
        )}
      </div>
    </Page>
  );
}

function Head(tabs: ComponentProps<typeof TabBar>): ReactNode {
  return (
    <>
      <TabBar {...tabs} />
      <FirstSteps />
    </>
  );
}

/** What the list marks rows with: of several marks the last one is shown. */
function toMarks(closing: CloseChoice, fills: RowFills, save: ReviewSave): ReadonlyMap<string, RowMark> {
  return new Map<string, RowMark>([
    ...closing.kept.map((key) => [key, 'kept'] as const),
    ...fills.running.map(({ sessionId }) => [`s${sessionId}`, 'filling'] as const),
    ...save.failed.map((key) => [key, 'failed'] as const),
    ...save.saving.map((key) => [key, 'saving'] as const),
  ]);
}
