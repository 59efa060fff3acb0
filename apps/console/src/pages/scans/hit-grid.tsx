import { Checkbox } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { type MiniBars, useMiniBars } from '../../chart/mini-bars';
import { MiniChart } from '../../chart/mini-chart';
import { useValueOrigins } from '../../provenance/value-origins';
import { Provenance } from '../../provenance/provenance';
import { useMessages } from '../../i18n/messages';
import type { Hit, Scan } from './hit-list';
import { HitNotes, useEvidence } from './hit-notes';
import { scanMessages } from './scan-messages';
import styles from './scans.module.css';

/** The shape in which both views take the hits. */
export interface HitRows {
  readonly hits: readonly Hit[];
  readonly scan: Scan;
  readonly ticked: ReadonlySet<string>;
  /** Ids of sessions that were deleted here. */
  readonly deleted: ReadonlySet<number>;
  /** Where the keys are. */
  readonly cursor: string | undefined;
  readonly onTick: (code: string) => void;
  /** Called with the hit that is opened, to come back to. */
  readonly onCursor: (code: string) => void;
}

const BARS = 120;
const WIDTH = 188;
const HEIGHT = 56;

/** Hits as small charts up to the scan's last day, each with what makes it one. */
export function HitGrid({ hits, scan, ticked, deleted, cursor, onTick, onCursor }: HitRows): ReactNode {
  const bars = useMiniBars(
    hits.map(({ code }) => code),
    { count: BARS, to: scan.endDate },
  );
  return (
    <ul className={styles.grid}>
      {hits.map((hit) => (
        <HitCard
          key={hit.code}
          hit={hit}
          bars={bars.get(hit.code)}
          ticked={ticked.has(hit.code)}
          deleted={deleted.has(hit.sessionId)}
          atCursor={hit.code === cursor}
          volumeBasis={scan.options.volumeBasis}
          onTick={onTick}
          onCursor={onCursor}
        />
      ))}
    </ul>
  );
}

function HitCard({
  hit,
  bars,
  ticked,
  deleted,
  atCursor,
  volumeBasis,
  onTick,
  onCursor,
}: {
  hit: Hit;
  bars: MiniBars | undefined;
  ticked: boolean;
  deleted: boolean;
  atCursor: boolean;
  volumeBasis: Scan['options']['volumeBasis'];
  onTick: (code: string) => void;
  onCursor: (code: string) => void;
}): ReactNode {
  const t = useMessages(scanMessages);
  const origins = useValueOrigins();
  const [low, below] = useEvidence()(hit);
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (atCursor) card.current?.scrollIntoView({ block: 'nearest' });
  }, [atCursor]);
  const flagged = bars?.days.indexOf(hit.entryDate) ?? -1;
  return (
    <li
      ref={card}
      className={styles.card}
      data-cursor={atCursor || undefined}
      data-ticked={ticked || undefined}
      data-deleted={deleted || undefined}
    >
      <div className={styles.cardHead}>
        <Link href={`/sessions/${hit.sessionId}`} onClick={() => onCursor(hit.code)}>
          <span className="code">{hit.code}</span> {hit.stockName}
        </Link>
        {hit.outcome !== 'created' && <span className={styles.note}>{t[hit.outcome]}</span>}
        <Checkbox aria-label={t.tick(hit.code)} checked={ticked} onChange={() => onTick(hit.code)} />
      </div>
      <div className={styles.cardChart}>
        {bars !== undefined && (
          <MiniChart
            closes={bars.closes}
            volumes={bars.volumes}
            flagged={flagged < 0 ? undefined : flagged}
            label={t.chartOf(hit.code, bars.days.length)}
            width={WIDTH}
            height={HEIGHT}
          />
        )}
      </div>
      <p className={`figure ${styles.evidence}`}>
        <Provenance lines={[...origins.hitVolume(hit, volumeBasis), ...origins.hitCap(hit)]}>{low}</Provenance>
        <span>{below}</span>
      </p>
      <p className={styles.cardNotes}>
        <HitNotes hit={hit} deleted={deleted} />
      </p>
    </li>
  );
}
