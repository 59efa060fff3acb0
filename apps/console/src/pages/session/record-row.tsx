import { IconPencil } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useConsoleState } from '../../api/console-state';
import { useEventName } from '../../api/vocabulary';
import { PhaseChip } from '../../parts/phase-chip';
import { useAlignNames, useSupplyDemandNames, useTagNames } from '../../parts/record-words';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { type AnyRecord, dayOf } from '../../records/record-calls';
import { RecordEvidence } from './record-evidence';
import styles from './records.module.css';
import { recordsWords } from './records-words';
import { useWeekday } from './weekdays';

const TAGS_SHOWN = 4;

export interface RecordRowProps {
  readonly record: AnyRecord;
  /** Null where records can't be changed. */
  readonly onOpen: ((day: string) => void) | null;
  /** The model of its run, where that is known. */
  readonly model: string | undefined;
}

/** What one record says, what it rests on, and where it comes from. */
export const RecordRow = memo(function RecordRow({ record, onOpen, model }: RecordRowProps): ReactNode {
  const say = useWords(recordsWords);
  const sides = useSupplyDemandNames();
  const aligns = useAlignNames();
  const tagNames = useTagNames();
  const eventName = useEventName();
  const day = dayOf(record);
  const tags = record.cycleSubTags.slice(0, TAGS_SHOWN);
  const more = record.cycleSubTags.slice(TAGS_SHOWN);
  return (
    <div className={styles.said}>
      <div className={styles.line}>
        <RowDay day={day} />
        {record.supplyDemand !== null && <span>{sides[record.supplyDemand]}</span>}
        {record.alignFlag !== null && (
          <span className={styles.align} data-align={record.alignFlag}>
            {aligns[record.alignFlag]}
          </span>
        )}
        {record.primaryPhaseHint !== null && <PhaseChip phase={record.primaryPhaseHint} />}
        {record.cycleEvents.map((event) => (
          <b key={event} className={styles.event} title={eventName(event)}>
            {event}
          </b>
        ))}
        {onOpen !== null && (
          <button
            type="button"
            className={styles.open}
            aria-label={say.edit(day)}
            title={say.edit(day)}
            onClick={() => onOpen(day)}
          >
            <IconPencil size={14} aria-hidden="true" />
          </button>
        )}
      </div>
      {tags.length > 0 && (
        <div className={styles.tags}>
          {tags.map((tag) => (
            <span key={tag}>{tagNames[tag]}</span>
          ))}
          {more.length > 0 && <span title={more.map((tag) => tagNames[tag]).join('、')}>+{more.length}</span>}
        </div>
      )}
      {record.evidenceNote !== null && record.evidenceNote !== '' && (
        <p className={styles.evidence}>{record.evidenceNote}</p>
      )}
      {record.evidence !== null && <RecordEvidence evidence={record.evidence} />}
      <Source record={record} model={model} />
    </div>
  );
});

/** A record's day with its weekday. */
export function RowDay({ day }: { day: string }): ReactNode {
  const formats = useFormats();
  const { today } = useConsoleState();
  const weekday = useWeekday();
  return (
    <span className={styles.day}>
      <b className="figure">{formats.day(day, today)}</b> {weekday(day)}
    </span>
  );
}

function Source({ record, model }: { record: AnyRecord; model: string | undefined }): ReactNode {
  const say = useWords(recordsWords);
  const formats = useFormats();
  const { today } = useConsoleState();
  const { origin, aiRunId, dataThrough, manualRemarkHistory, updatedAt } = record;
  return (
    <div className={styles.source}>
      {manualRemarkHistory.length > 0 && origin === 'ai' && (
        <span title={say.touched} role="img" aria-label={say.touched}>
          ✎
        </span>
      )}
      <span>{origin === 'ai' ? [say.byAi, model].filter(Boolean).join(' ') : say.byHand}</span>
      <span className="figure">{formats.instant(updatedAt)}</span>
      {dataThrough !== null && <span>{say.dataThrough(formats.day(dataThrough, today))}</span>}
      {aiRunId !== null && <Link href={`/ai/runs/${aiRunId}`}>{say.run(aiRunId)}</Link>}
      {aiRunId !== null && <Link href={answersPath(record)}>{say.allModels}</Link>}
      {manualRemarkHistory.length > 0 && <span>{say.remarks(manualRemarkHistory.length)}</span>}
    </div>
  );
}

/** The page that sets models side by side on a record's day or week. */
function answersPath(record: AnyRecord): string {
  const kind = 'tradeDate' in record ? 'daily' : 'weekly';
  return `/ai/answers?session_id=${record.sessionId}&kind=${kind}&date=${dayOf(record)}`;
}
