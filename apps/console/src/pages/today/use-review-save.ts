import { type RefObject, useState } from 'react';
import type { Schemas } from '../../api/client';
import { useNotices } from '../../parts/undo';
import { useMessages } from '../../i18n/messages';
import { findChanges, toRecordFields } from './review-draft';
import { type ReviewRun, withReview } from './review-run';
import { saveReview } from './save-review';
import { todayMessages } from './today-messages';
import type { WorkRow } from './today-work';
import type { TargetChoice } from './use-record-target';
import type { TypedReview } from './use-review-draft';
import { useSessionReload } from './use-session-reload';
import type { WorkCursor } from './use-work-cursor';

/** The saves of the page: each goes on to the next row at once and is written while that one is open. */
export interface ReviewSave {
  /** The round of reviews; undefined until the first one is saved. */
  readonly run: ReviewRun | undefined;
  readonly resetRun: () => void;
  /** Keys of the rows whose save failed. */
  readonly failed: readonly string[];
  /** Keys of the rows that are being saved, each as often as it has saves. */
  readonly saving: readonly string[];
  readonly saveNext: (
    row: WorkRow,
    detail: Schemas['SessionDetailResponse'] | undefined,
    choice: TargetChoice,
    review: TypedReview,
  ) => void;
}

export function useReviewSave({ goOn, focus }: WorkCursor, form: RefObject<HTMLElement | null>): ReviewSave {
  const t = useMessages(todayMessages);
  const notices = useNotices();
  const reload = useSessionReload();
  const [run, setRun] = useState<ReviewRun>();
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [saving, setSaving] = useState<readonly string[]>([]);

  const saveNext: ReviewSave['saveNext'] = ({ key, code, stockName }, detail, choice, review) => {
    const { target } = choice;
    const { stored, madeFrom, draft } = review;
    if (detail === undefined || target === undefined || stored === undefined) return;
    const { session, priority, record } = findChanges({ ...stored, ...toRecordFields(madeFrom) }, draft);
    // After a record, the next gap of the same session comes before the next session.
    const gap = record === undefined ? undefined : choice.missingAfter(target.day);
    if (gap === undefined) goOn();
    else {
      choice.move(gap);
      if (form.current?.contains(document.activeElement) === true) focus('form');
    }
    setFailed((keys) => keys.filter((one) => one !== key));
    if (session === undefined && priority === undefined && record === undefined) {
      setRun((now) => withReview(now, Date.now(), { changedPhase: false, wroteRecord: false }));
      return;
    }
    setSaving((keys) => [...keys, key]);
    const { id } = detail.session;
    saveReview(detail, target, madeFrom, draft, () => review.setRecordDraft(null)).then(
      (written) => {
        setSaving((keys) => withoutOne(keys, key));
        review.forget();
        setRun((now) => withReview(now, Date.now(), written));
        reload(id);
        const { undo } = written;
        notices.done(t.saved(stockName ?? code), undo === undefined ? undefined : () => undo().then(() => reload(id)));
      },
      (error: unknown) => {
        setSaving((keys) => withoutOne(keys, key));
        // What was typed stays with its row, and its day is shown again.
        setFailed((keys) => [...keys, key]);
        choice.move(target.day);
        reload(id);
        notices.failed(error);
      },
    );
  };
  return { run, resetRun: () => setRun(undefined), failed, saving, saveNext };
}

/** Without one of what may be there several times. */
function withoutOne(keys: readonly string[], key: string): readonly string[] {
  const at = keys.indexOf(key);
  return at < 0 ? keys : keys.toSpliced(at, 1);
}
