import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './ticked-bar.module.css';

interface TickedBarProps {
  readonly count: number;
  readonly words: {
    readonly ticked: (count: number) => string;
    readonly tickAll: string;
    readonly clear: string;
  };
  readonly onTickAll: () => void;
  readonly onClear: () => void;
  /** What can be done with the ticked rows. */
  readonly children: ReactNode;
}

/** The foot of a list with ticked rows: it stays in sight. Nothing while none is ticked. */
export function TickedBar({ count, words, onTickAll, onClear, children }: TickedBarProps): ReactNode {
  if (count === 0) return null;
  return (
    <div className={styles.bar} role="group" aria-label={words.ticked(count)}>
      <b className="figure">{words.ticked(count)}</b>
      {children}
      <Button variant="subtle" onClick={onTickAll}>
        {words.tickAll}
      </Button>
      <Button variant="subtle" onClick={onClear}>
        {words.clear}
      </Button>
    </div>
  );
}
