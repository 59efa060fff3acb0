import { Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import type { Schemas } from '../../api/client';
import { JUDGED_FIELDS } from '../../records/judged-fields';
import { RecordValue } from '../../records/record-value';
import { NOTHING } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { ConsequenceNotes } from './consequence-notes';
import { beforeFill } from './fill-before';
import { type AnyRecord } from '../../records/record-calls';
import { fillChanges, type RecordChange } from './fill-changes';
import styles from './fill.module.css';
import { fillMessages } from './fill-messages';
import { RowDay } from './record-row';
import type { RecordWrites } from './record-writes';
import { recordsMessages } from './records-messages';
import type { RecordKind } from './session-address';

/** What a fill wrote, record by record: each field that changed with what stood there, and the evidence. */
export function FilledRecords({
  jobId,
  kind,
  result,
  writes,
  onPoint,
  onAdopt,
  onReviewAt,
}: {
  jobId: number;
  kind: RecordKind;
  result: Omit<Schemas['DailyFillResponse'], 'records'> &
    Partial<Pick<Schemas['WeeklyFillResponse'], 'reviewDateCleared'>> & { records: AnyRecord[] };
  writes: RecordWrites;
  onPoint: (day: string | null) => void;
  onAdopt: (phase: Schemas['SessionPhaseSyncResponse']['to']) => void;
  onReviewAt: (day: string) => void;
}): ReactNode {
  const t = useMessages(fillMessages);
  const before = useMemo(() => beforeFill(jobId), [jobId]);
  const rows = before === null ? [] : kind === 'daily' ? before.dailyRows : before.weeklyRows;
  const changes = fillChanges(rows, result.records);
  return (
    <>
      <p className={styles.counts}>{t.counts(result.generated, result.overwritten, result.skipped)}</p>
      <ConsequenceNotes consequences={result} onAdopt={onAdopt} onReviewAt={onReviewAt} />
      {before === null && <p className={styles.quiet}>{t.noBefore}</p>}
      {result.aiRunIds.length > 0 && (
        <p className={styles.runs}>
          {result.aiRunIds.map((id) => (
            <Link key={id} href={`/ai/runs/${id}`}>
              {t.run(id)}
            </Link>
          ))}
        </p>
      )}
      {result.errors.length > 0 && (
        <details className={styles.errors} open>
          <summary>
            {t.errors} · {result.errors.length}
          </summary>
          <ul>
            {result.errors.map(({ date, field, error }, index) => (
              <li key={index}>
                <b className="figure">{date ?? t.wholeAnswer}</b> {field !== null && <code>{field}</code>} {error}
              </li>
            ))}
          </ul>
        </details>
      )}
      {changes.length === 0 && <p>{t.nothingWritten}</p>}
      {changes.length === 0 && result.skippedReasons.length > 0 && (
        <ul className={styles.quiet}>
          {result.skippedReasons.map(({ date, reason }) => (
            <li key={date}>
              <b className="figure">{date}</b> {t[reason]}
            </li>
          ))}
        </ul>
      )}
      <ol className={styles.changes}>
        {changes.map((change) => (
          <li key={change.day} onPointerEnter={() => onPoint(change.day)} onPointerLeave={() => onPoint(null)}>
            <ChangedRecord change={change} kind={kind} writes={writes} beforeKept={before !== null} />
          </li>
        ))}
      </ol>
    </>
  );
}

function ChangedRecord({
  change: { day, before, after, fields },
  kind,
  writes,
  beforeKept,
}: {
  change: RecordChange;
  kind: RecordKind;
  writes: RecordWrites;
  beforeKept: boolean;
}): ReactNode {
  const t = useMessages(fillMessages);
  const labels = useMessages(recordsMessages);
  const told = fields.filter(({ field }) => field !== 'evidenceNote');
  const noteBefore = before?.evidenceNote ?? null;
  const unchanged = JUDGED_FIELDS.length - fields.length;
  const outcome = before !== null ? (fields.length === 0 ? t.sameAgain : t.rewritten) : t.created;
  return (
    <article className={styles.change} aria-label={day}>
      <div className={styles.changeHead}>
        <RowDay day={day} />
        {beforeKept && <span className={styles.quiet}>{outcome}</span>}
        {before !== null && unchanged > 0 && <span className={styles.quiet}>{t.unchanged(unchanged)}</span>}
        {before !== null && fields.length > 0 && (
          <Button variant="subtle" size="compact-xs" onClick={() => void writes.revert(kind, after, before.version)}>
            {t.restore}
          </Button>
        )}
      </div>
      {told.length > 0 && (
        <table className={styles.fields}>
          <colgroup>
            <col className={styles.name} />
            <col className={styles.old} />
            <col />
          </colgroup>
          <thead className="spoken">
            <tr>
              <th scope="col">{t.field}</th>
              <th scope="col">{t.before}</th>
              <th scope="col">{t.after}</th>
            </tr>
          </thead>
          <tbody>
            {told.map((changed) => (
              <tr key={changed.field}>
                <th scope="row">{labels[changed.field]}</th>
                <td className={styles.was}>
                  {before === null ? NOTHING : <RecordValue field={changed.field} value={changed.before} />}
                </td>
                <td>
                  <span aria-hidden="true">→ </span>
                  <RecordValue field={changed.field} value={changed.after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {after.evidenceNote !== null && (
        <p className={styles.note}>
          <span className={styles.quiet}>{t.evidence}</span> {after.evidenceNote}
        </p>
      )}
      {noteBefore !== null && noteBefore !== after.evidenceNote && (
        <details className={styles.quiet}>
          <summary>
            {t.before} · {t.evidence}
          </summary>
          {noteBefore}
        </details>
      )}
    </article>
  );
}
