import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { useNotices } from '../../parts/undo';
import { JUDGED_FIELDS, type JudgedField, type JudgedValue } from '../../records/judged-fields';
import { RecordValue } from '../../records/record-value';
import { NOTHING } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { keepBefore } from './fill-before';
import styles from './fill.module.css';
import { fillMessages } from './fill-messages';
import { RowDay } from './record-row';
import { recordsMessages } from './records-messages';
import type { SessionDetail } from './session-detail';
import { startFill } from './start-fill';

type Proposal = Pick<Schemas['DailyFillResponse'], 'generated' | 'overwritten' | 'skipped' | 'errors' | 'changes'>;
type Change = Schemas['FillChangeResponse'];

/** What a fill would write, before anything is written, and the button that writes it. */
export function ProposedRecords({
  detail,
  kind,
  result,
  onPoint,
  onStarted,
}: {
  detail: SessionDetail;
  kind: 'daily' | 'weekly';
  result: Proposal;
  onPoint: (day: string | null) => void;
  onStarted: (jobId: number) => void;
}): ReactNode {
  const t = useMessages(fillMessages);
  const notices = useNotices();
  const write = useMutation({
    mutationFn: () => startFill(detail.session.id, kind),
    onSuccess: (jobId) => {
      keepBefore(jobId, detail);
      onStarted(jobId);
    },
    onError: notices.failed,
  });
  const changes = result.changes ?? [];
  return (
    <>
      <p className={styles.counts}>{t.wouldWrite(result.generated, result.overwritten, result.skipped)}</p>
      {changes.length === 0 ? (
        <p>{t.nothingToWrite}</p>
      ) : (
        <p className={styles.proposal}>
          <Button loading={write.isPending} onClick={() => write.mutate()}>
            {t.write}
          </Button>
          <span className={styles.quiet}>{t.writeHint}</span>
        </p>
      )}
      {result.errors.length > 0 && (
        <ul className={styles.quiet}>
          {result.errors.map(({ date, error }, index) => (
            <li key={index}>
              <b className="figure">{date ?? t.wholeAnswer}</b> {error}
            </li>
          ))}
        </ul>
      )}
      <ol className={styles.changes}>
        {changes.map((change) => (
          <li key={change.date} onPointerEnter={() => onPoint(change.date)} onPointerLeave={() => onPoint(null)}>
            <ProposedRecord change={change} />
          </li>
        ))}
      </ol>
    </>
  );
}

function ProposedRecord({ change: { date, action, fields } }: { change: Change }): ReactNode {
  const t = useMessages(fillMessages);
  const labels = useMessages(recordsMessages);
  const isByPerson = fields.some(({ field, before }) => field === 'origin' && before === 'manual');
  const told = fields.flatMap(({ field, before, after }) =>
    isJudged(field) ? [{ field, before: before as JudgedValue, after: after as JudgedValue }] : [],
  );
  return (
    <article className={styles.change} aria-label={date}>
      <div className={styles.changeHead}>
        <RowDay day={date} />
        <span className={styles.quiet}>
          {action === 'create' ? t.created : told.length === 0 ? t.sameAgain : t.rewritten}
        </span>
        {isByPerson && <strong>⚠ {t.writtenByPerson}</strong>}
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
            {told.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{labels[field]}</th>
                <td className={styles.was}>
                  {action === 'create' ? NOTHING : <RecordValue field={field} value={before} />}
                </td>
                <td>
                  <span aria-hidden="true">→ </span>
                  <RecordValue field={field} value={after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>
  );
}

function isJudged(field: string): field is JudgedField {
  return (JUDGED_FIELDS as readonly string[]).includes(field);
}
