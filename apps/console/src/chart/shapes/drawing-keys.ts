import type { KeyboardEvent } from 'react';
import type { KLine } from '../k-line';
import type { ChartDrawings } from './drawing';

/**
 * Keys of the chart that are about drawings: Enter puts a point of the tool, Delete removes the selected drawing, arrows up and
 * down move it, Escape leaves what was begun, then the tool, then the selection.
 * @returns whether the key was one of them.
 */
export function pressDrawingKey(
  event: KeyboardEvent<HTMLElement>,
  chart: KLine,
  drawings: ChartDrawings | undefined,
): boolean {
  if (drawings === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
  const wasTaken = takeKey(event.key, chart, drawings);
  if (wasTaken) event.preventDefault();
  return wasTaken;
}

function takeKey(key: string, chart: KLine, { selected, tool, editable, ...does }: ChartDrawings): boolean {
  switch (key) {
    case 'Enter':
      return editable && chart.putPoint();
    case 'ArrowUp':
      return editable && chart.nudge(1);
    case 'ArrowDown':
      return editable && chart.nudge(-1);
    case 'Delete':
    case 'Backspace':
      if (selected === null || !editable) return false;
      does.onRemove(selected);
      return true;
    case 'Escape':
      if (chart.dropShape()) return true;
      if (tool !== null) does.onToolEnd();
      else if (selected !== null) does.onSelect(null);
      else return false;
      return true;
    default:
      return false;
  }
}
