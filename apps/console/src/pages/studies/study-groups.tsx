import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { DenseTable } from '../../parts/dense-table';
import { Excess } from './excess';
import type { Study } from './study-figures';
import { studiesMessages } from './studies-messages';
import styles from './studies.module.css';

type Group = Omit<Study['halves'][number], 'half'> & { readonly name: string };

/** The cases in parts: whether one year or one kind of stock carries all of it. */
export function StudyGroups({ study }: { study: Study }): ReactNode {
  const t = useMessages(studiesMessages);
  const halves = { first: t.firstHalf, second: t.secondHalf };
  const parts: readonly (readonly [title: string, groups: readonly Group[]])[] = [
    [t.byYear, study.byYear.map((group) => ({ ...group, name: String(group.year) }))],
    [t.byHalf, study.halves.map((group) => ({ ...group, name: halves[group.half] }))],
    [t.byBoard, study.byBoard.map((group) => ({ ...group, name: t[group.board] }))],
    [t.byCap, study.byCap.map((group) => ({ ...group, name: t[group.tercile] }))],
    [t.byTreatment, study.byTreatment.map((group) => ({ ...group, name: group.st ? t.st : t.notSt }))],
    [t.byRegime, study.byRegime.map((group) => ({ ...group, name: t[group.regime] }))],
  ];
  return (
    <div className={styles.parts}>
      {parts
        .filter(([, groups]) => groups.length > 0)
        .map(([title, groups]) => (
          <GroupTable key={title} title={title} groups={groups} />
        ))}
    </div>
  );
}

function GroupTable({ title, groups }: { title: string; groups: readonly Group[] }): ReactNode {
  const t = useMessages(studiesMessages);
  const formats = useFormats();
  const grey = ({ insufficient }: Group, content: ReactNode): ReactNode => (
    <span className={styles.cell} data-few={insufficient || undefined}>
      {content}
    </span>
  );
  return (
    <DenseTable
      caption={title}
      rows={groups}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', head: title, cell: (row) => grey(row, row.name) },
        { key: 'n', head: t.n, numeric: true, cell: (row) => grey(row, formats.count(row.n)) },
        { key: 'nEff', head: t.nEff, numeric: true, wideOnly: true, cell: (row) => grey(row, formats.count(row.nEff)) },
        { key: 'rate', head: t.hitRate, numeric: true, cell: (row) => grey(row, formats.percent(row.hitRatePct)) },
        { key: 'excess', head: t.meanExcess, numeric: true, cell: (row) => <Excess figures={row} /> },
      ]}
    />
  );
}
