import type { ReactNode } from 'react';
import type { AnyRecord } from '../../records/record-calls';
import { type JudgedFields, RecordConflict } from '../../records/record-conflict';
import { pickJudgedFields } from './review-draft';
import type { TypedReview } from './use-review-draft';

/** Shown if the record was changed since somebody began to type. */
export function ReviewConflict({ review }: { review: TypedReview }): ReactNode {
  const { recordDraft, record, setRecordDraft } = review;
  if (recordDraft === null) return null;
  const opened = recordDraft.madeFrom ?? undefined;
  if (opened?.id === record?.id && opened?.version === record?.version) return null;
  return (
    <RecordConflict
      opened={toJudgedFields(opened)}
      stored={record === undefined ? null : toJudgedFields(record)}
      typed={pickJudgedFields(review.draft)}
      onKeepMine={() => setRecordDraft({ ...recordDraft, madeFrom: record ?? null })}
      onTakeTheirs={() => setRecordDraft(null)}
    />
  );
}

function toJudgedFields(record: AnyRecord | undefined): JudgedFields {
  return {
    supplyDemand: record?.supplyDemand ?? null,
    alignFlag: record?.alignFlag ?? null,
    primaryPhaseHint: record?.primaryPhaseHint ?? null,
    cycleSubTags: record?.cycleSubTags ?? [],
    cycleEvents: record?.cycleEvents ?? [],
    evidenceNote: record?.evidenceNote ?? null,
  };
}
