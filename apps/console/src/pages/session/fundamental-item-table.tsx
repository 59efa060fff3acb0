import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { DenseTable } from '../../parts/dense-table';
import { useMessages } from '../../i18n/messages';
import styles from './fill.module.css';
import { fillMessages } from './fill-messages';

/** The items of a score: the point, who decided it, and why. */
export function FundamentalItemTable({ items }: { items: readonly Schemas['FundamentalItemResponse'][] }): ReactNode {
  const t = useMessages(fillMessages);
  const deciders = { data: t.data, model: t.model, none: t.nothing };
  return (
    <DenseTable
      caption={t.fundamental}
      rows={items}
      rowKey={({ key }) => key}
      columns={[
        { key: 'label', head: t.item, cell: ({ label }) => <span className={styles.item}>{label}</span> },
        { key: 'points', head: t.points, numeric: true, cell: ({ points }) => points },
        { key: 'by', head: t.decidedBy, cell: ({ decidedBy }) => deciders[decidedBy] },
        { key: 'reason', head: t.reason, cell: ({ reason }) => <span className={styles.quiet}>{reason}</span> },
      ]}
    />
  );
}
