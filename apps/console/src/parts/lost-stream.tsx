import type { ReactNode } from 'react';
import { useSecondsSince } from '../live/seconds-since';
import type { StreamState } from '../live/streams';
import styles from './lost-stream.module.css';

interface LostStreamProps {
  stream: StreamState;
  describe: (seconds: number) => string;
}

/** Says for how long the stream of what is shown has been lost; nothing while it stands. */
export function LostStream({ stream, describe }: LostStreamProps): ReactNode {
  return stream.kind === 'lost' ? <Lost since={stream.since} describe={describe} /> : null;
}

function Lost({ since, describe }: { since: number; describe: LostStreamProps['describe'] }): ReactNode {
  return (
    <p className={styles.lost} role="status">
      ⚠ {describe(useSecondsSince(since))}
    </p>
  );
}
