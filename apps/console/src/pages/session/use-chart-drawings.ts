import { useState } from 'react';
import type { ChartDrawings, DrawingKind } from '../../chart/shapes/drawing';
import { useDrawings } from './drawing-writes';

/** A session's drawings as its chart takes them, with the tool in hand and what is selected. */
export function useChartDrawings(
  sessionId: number,
  editable: boolean,
): ChartDrawings & { readonly onTool: (tool: DrawingKind | null) => void } {
  const { items, create, move, remove } = useDrawings(sessionId);
  const [tool, setTool] = useState<DrawingKind | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  // What somebody else has deleted is not selected.
  const selected = items.some(({ id }) => id === chosen) ? chosen : null;
  return {
    ...{ items, tool, selected, editable },
    onTool: setTool,
    onToolEnd: () => setTool(null),
    onSelect: setChosen,
    onDrawn: (kind, points) => {
      setTool(null);
      void create(kind, points).then((drawing) => setChosen(drawing?.id ?? null));
    },
    onMoved: (id, points) => void move(id, points),
    onRemove: (id) => {
      setChosen(null);
      void remove(id);
    },
  };
}
