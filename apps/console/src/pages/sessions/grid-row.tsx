import { memo, type MouseEvent, type ReactNode } from 'react';
import { ValuesAreTabStops } from '../../provenance/provenance';
import { CellEditor } from './cell-editor';
import { frozenAt } from './frozen-columns';
import { type CellContext, ReviewDay, type Translations, type SessionColumn } from './session-columns';
import type { SessionRow } from './session-pages';
import type { CellError, CellField } from './session-writes';
import styles from './sessions.module.css';
import type { OpenCell } from './use-cell-editing';

export interface RowHandlers {
  readonly onCursor: (index: number) => void;
  readonly onOpen: (row: SessionRow) => void;
  readonly onTick: (index: number, range: boolean) => void;
  readonly onOpenCell: (cell: OpenCell | null) => void;
  readonly onEdit: (row: SessionRow, field: CellField, value: string) => void;
  /** Back to the list from a field. */
  readonly onBack: () => void;
}

interface GridRowProps extends RowHandlers {
  readonly row: SessionRow;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly width: number;
  readonly columns: readonly SessionColumn[];
  readonly context: CellContext;
  readonly atCursor: boolean;
  readonly ticked: boolean;
  readonly fault: CellError | undefined;
  readonly editing: CellField | null;
}

/** One session in the grid; drawn again only if its own data change. */
export const GridRow = memo(function GridRow(props: GridRowProps): ReactNode {
  const { row, index, top, height, width, columns, context, atCursor, ticked, editing } = props;
  const { t } = context;
  const name = row.stockName ?? row.code;
  return (
    <div
      id={toRowId(row)}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={ticked}
      className={styles.row}
      data-cursor={atCursor || undefined}
      data-ticked={ticked || undefined}
      data-gone={isGone(row) || undefined}
      style={{ top, height, width }}
      onClick={() => props.onCursor(index)}
      onDoubleClick={() => props.onOpen(row)}
    >
      <div role="gridcell" className={`${styles.cell} ${styles.frozen}`} style={frozenAt(0)}>
        <TickBox label={t.tick(name)} ticked={ticked} onTick={(range) => props.onTick(index, range)} />
      </div>
      <div
        role="gridcell"
        className={`${styles.cell} ${styles.frozen} ${styles.figure}`}
        style={frozenAt(1)}
        data-editing={editing === 'priority' ? editing : undefined}
      >
        <EditableCell {...props} field="priority">
          {row.priority}
        </EditableCell>
      </div>
      <div role="gridcell" className={`${styles.cell} ${styles.frozen} code`} style={frozenAt(2)}>
        {row.code}
      </div>
      <div
        role="gridcell"
        className={`${styles.cell} ${styles.frozen} ${styles.lastFrozen} ${styles.name}`}
        style={frozenAt(3)}
        title={name}
      >
        {row.stockName ?? '—'}
        {isGone(row) && <i> {(row.deletedAt ?? null) === null ? t.closedMark : t.deletedMark}</i>}
      </div>
      {columns.map((column) => (
        <div
          key={column.key}
          role="gridcell"
          className={`${styles.cell} ${column.numeric === true ? styles.figure : ''}`}
          style={{ width: column.width }}
          data-editing={column.key === editing ? editing : undefined}
        >
          {column.key === 'review' ? (
            <EditableCell {...props} field="review">
              <ReviewDay row={row} {...context} />
            </EditableCell>
          ) : (
            <ValuesAreTabStops at={atCursor}>{column.cell(row, context)}</ValuesAreTabStops>
          )}
        </div>
      ))}
    </div>
  );
});

/** The id of the row's element. */
export function toRowId({ id }: Pick<SessionRow, 'id'>): string {
  return `session-${id}`;
}

/** Closed and deleted sessions stay in the list, struck through, until it is read again. */
function isGone(row: SessionRow): boolean {
  return row.status === 'closed' || (row.deletedAt ?? null) !== null;
}

function TickBox({
  label,
  ticked,
  onTick,
}: {
  label: string;
  ticked: boolean;
  onTick: (range: boolean) => void;
}): ReactNode {
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      aria-label={label}
      checked={ticked}
      onChange={() => undefined}
      onClick={(event: MouseEvent) => {
        event.stopPropagation();
        onTick(event.shiftKey);
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
}

/** A value that a click opens for typing. */
function EditableCell({
  field,
  row,
  context: { t },
  fault,
  editing,
  onOpenCell,
  onEdit,
  onBack,
  children,
}: GridRowProps & { field: CellField; children: ReactNode }): ReactNode {
  const edit = (other: CellField): void => onOpenCell({ id: row.id, field: other });
  const leave = (): void => {
    onOpenCell(null);
    onBack();
  };
  const rejected = fault?.field === field ? fault : undefined;
  if (editing !== field) {
    return (
      <CellButton fault={rejected} t={t} onEdit={() => edit(field)}>
        {children}
      </CellButton>
    );
  }
  const isPriority = field === 'priority';
  const name = row.stockName ?? row.code;
  return (
    <CellEditor
      key={row.id}
      type={isPriority ? 'number' : 'date'}
      label={isPriority ? t.editPriority(name) : t.editReview(name)}
      first={rejected?.typed ?? (isPriority ? String(row.priority) : (row.nextReviewAt ?? ''))}
      onLeave={leave}
      onSave={(value) => {
        leave();
        onEdit(row, field, value);
      }}
      onNext={isPriority ? () => edit('review') : undefined}
    />
  );
}

/** Marked if the server rejected the value that was typed last. */
function CellButton({
  fault,
  t,
  onEdit,
  children,
}: {
  fault: CellError | undefined;
  t: Translations;
  onEdit: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={fault === undefined ? styles.value : `${styles.value} ${styles.fault}`}
      title={fault === undefined ? undefined : t.notSaved(fault.typed, fault.why)}
      onClick={onEdit}
    >
      {fault === undefined ? (
        children
      ) : (
        <>
          ⚠ {fault.typed}
          <span className="spoken">{t.notSaved(fault.typed, fault.why)}</span>
        </>
      )}
    </button>
  );
}
