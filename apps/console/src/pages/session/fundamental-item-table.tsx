import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { DenseTable } from '../../parts/dense-table';
import { useWords } from '../../words/words';
import styles from './fill.module.css';
import { fillWords } from './fill-words';

/** The items of a score: the point, who decided it, and why. */
export function FundamentalItemTable({ items }: { items: readonly Schemas['FundamentalItemResponse'][] }): ReactNode {
  const say = useWords(fillWords);
  const deciders = { data: say.data, model: say.model, none: say.nothing };
  return (
    <DenseTable
      caption={say.fundamental}
      rows={items}
      rowKey={({ key }) => key}
      columns={[
        { key: 'label', head: say.item, cell: ({ label }) => <span className={styles.item}>{label}</span> },
        { key: 'points', head: say.points, figure: true, cell: ({ points }) => points },
        { key: 'by', head: say.decidedBy, cell: ({ decidedBy }) => deciders[decidedBy] },
        { key: 'reason', head: say.reason, cell: ({ reason }) => <span className={styles.quiet}>{reason}</span> },
      ]}
    />
  );
}
