import type { ReactNode } from 'react';
import { useConsoleState } from '../../api/console-state';
import { Provenance } from '../../provenance/provenance';
import { provenanceMessages } from '../../provenance/provenance-messages';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { type Hit, marginPct } from './hit-list';
import { scanMessages } from './scan-messages';
import styles from './scans.module.css';

type Lock = 'limit_up' | 'limit_down' | 'one_price';

/** What must be known of a hit in addition to its values, in words: locked days, ST, shares. */
export function HitNotes({ hit, deleted }: { hit: Hit; deleted: boolean }): ReactNode {
  const t = useMessages(scanMessages);
  const origin = useMessages(provenanceMessages);
  const notes = [
    ...(hit.isSt === true ? [t.st] : []),
    ...(isLock(hit.entryLock) ? [t[hit.entryLock]] : []),
    ...(isLock(hit.priorLock) ? [t.priorLocked(t[hit.priorLock])] : []),
    ...(hit.hitAdjusted === false ? [t.onlyRaw] : []),
    ...(hit.capEstimated === true ? [t.capEstimated] : []),
    ...(deleted ? [t.deleted] : []),
  ];
  return (
    <>
      {notes.map((note) => (
        <span key={note} className={styles.note}>
          {note}
        </span>
      ))}
      {hit.isSt === null && (
        <span className={styles.note}>
          <Provenance lines={[origin.stUnknownMeans]}>{origin.stUnknown}</Provenance>
        </span>
      )}
    </>
  );
}

/** Why it is a hit: the day and its volume, and what they compare with. */
export function useEvidence(): (hit: Hit) => readonly [string, string] {
  const t = useMessages(scanMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  return (hit) => {
    const margin = marginPct(hit);
    const prior = formats.day(hit.priorMinVolumeDate, today);
    return [
      t.evidence(formats.day(hit.entryDate, today), formats.volume(hit.minVolume)),
      margin === null
        ? t.noPrior
        : margin === 0
          ? t.equal(prior)
          : t.below(formats.percent(margin, margin < 1 ? 2 : 1), prior),
    ];
  };
}

function isLock(lock: string | null): lock is Lock {
  return lock !== null;
}
