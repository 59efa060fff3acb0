import { useState } from 'react';
import type { SessionActions } from './session-actions';
import type { SessionRow } from './session-pages';
import type { CellField, SessionWrites } from './session-writes';

/** A cell that is open for typing. */
export interface OpenCell {
  readonly id: number;
  readonly field: CellField;
}

/** The cell of the grid that is open for typing, and the write of what was typed. */
export interface CellEditing {
  readonly openCell: OpenCell | null;
  readonly setOpenCell: (cell: OpenCell | null) => void;
  readonly save: (row: SessionRow, field: CellField, value: string) => void;
}

export function useCellEditing(writes: SessionWrites, actions: SessionActions): CellEditing {
  const [openCell, setOpenCell] = useState<OpenCell | null>(null);
  return {
    openCell,
    setOpenCell,
    save: (row, field, value) => {
      writes.clearCellError(row.id);
      if (field === 'review') actions.setReview([row], value === '' ? null : value, value);
      else if (/^\d{1,3}$/.test(value.trim())) actions.setPriority([row], Number(value), value);
    },
  };
}
