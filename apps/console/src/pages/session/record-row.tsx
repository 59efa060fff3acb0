import { IconPencil } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useConsoleState } from '../../api/console-state';
import { useEventName } from '../../api/vocabulary';
import { PhaseChip } from '../../parts/phase-chip';
import { useAlignNames, useSupplyDemandNames, useTagNames } from '../../parts/record-messages';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { type AnyRecord, getDay } from '../../records/record-calls';
import { RecordEvidence } from './record-evidence';
import styles from './records.module.css';
import { recordsMessages } from './records-messages';
import { useWeekday } from './weekdays';

const TAGS_SHOWN = 4;

export interface RecordRowProps {
  readonly record: AnyRecord;
  /** Null if records can't be changed. */
  readonly onOpen: ((day: string) => void) | null;
  /** The model of its run, if that is known. */
  readonly model: string | undefined;
}

/** What one record says, what it rests on, and where it comes from. */
export const RecordRow = memo(function RecordRow({ record, onOpen, model }: RecordRowProps): ReactNode {
  const t = useMessages(recordsMessages);
  const sides = useSupplyDemandNames();
  const aligns = useAlignNames();
  const tagNames = useTagNames();
  const eventName = useEventName();
  const day = getDay(record);
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
            aria-label={t.edit(day)}
            title={t.edit(day)}
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
  const t = useMessages(recordsMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const { origin, aiRunId, dataThrough, manualRemarkHistory, updatedAt } = record;
  return (
    <div className={styles.source}>
      {manualRemarkHistory.length > 0 && origin === 'ai' && (
        <span title={t.touched} role="img" aria-label={t.touched}>
          ✎
        </span>
      )}
      <span>{origin === 'ai' ? [t.byAi, model].filter(Boolean).join(' ') : t.byHand}</span>
      <span className="figure">{formats.instant(updatedAt)}</span>
      {dataThrough !== null && <span>{t.dataThrough(formats.day(dataThrough, today))}</span>}
      {aiRunId !== null && <Link href={`/ai/runs/${aiRunId}`}>{t.run(aiRunId)}</Link>}
      {aiRunId !== null && <Link href={answersPath(record)}>{t.allModels}</Link>}
      {manualRemarkHistory.length > 0 && <span>{t.remarks(manualRemarkHistory.length)}</span>}
    </div>
  );
}

/** The page that sets models side by side on a record's day or week. */
function answersPath(record: AnyRecord): string {
  const kind = 'tradeDate' in record ? 'daily' : 'weekly';
  return `/ai/answers?session_id=${record.sessionId}&kind=${kind}&date=${getDay(record)}`;
}
