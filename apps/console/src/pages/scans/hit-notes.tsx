import type { ReactNode } from 'react';
import { useConsoleState } from '../../api/console-state';
import { Provenance } from '../../provenance/provenance';
import { provenanceWords } from '../../provenance/provenance-words';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { type Hit, marginPct } from './hit-list';
import { scanWords } from './scan-words';
import styles from './scans.module.css';

type Lock = 'limit_up' | 'limit_down' | 'one_price';

/** What must be known of a hit beside its figures, in words: locked days, ST, shares. */
export function HitNotes({ hit, deleted }: { hit: Hit; deleted: boolean }): ReactNode {
  const say = useWords(scanWords);
  const origin = useWords(provenanceWords);
  const notes = [
    ...(hit.isSt === true ? [say.st] : []),
    ...(isLock(hit.entryLock) ? [say[hit.entryLock]] : []),
    ...(isLock(hit.priorLock) ? [say.priorLocked(say[hit.priorLock])] : []),
    ...(hit.hitAdjusted === false ? [say.onlyRaw] : []),
    ...(hit.capEstimated === true ? [say.capEstimated] : []),
    ...(deleted ? [say.deleted] : []),
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
  const say = useWords(scanWords);
  const formats = useFormats();
  const { today } = useConsoleState();
  return (hit) => {
    const margin = marginPct(hit);
    const prior = formats.day(hit.priorMinVolumeDate, today);
    return [
      say.evidence(formats.day(hit.entryDate, today), formats.volume(hit.minVolume)),
      margin === null
        ? say.noPrior
        : margin === 0
          ? say.equal(prior)
          : say.below(formats.percent(margin, margin < 1 ? 2 : 1), prior),
    ];
  };
}

function isLock(lock: string | null): lock is Lock {
  return lock !== null;
}
