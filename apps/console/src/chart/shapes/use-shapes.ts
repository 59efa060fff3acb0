import { useMemo } from 'react';
import type { StockBars } from '../chart-bars';
import type { ChartDrawings, Drawing, Shape } from './drawing';
import type { HandEvents, HandState } from './drawing-hand';
import { placeDrawings, toDrawingPoints } from './place-drawings';

const NO_DRAWINGS: readonly Drawing[] = [];

/** A page's drawings on the bars that are shown, and what becomes of shapes that are drawn or moved; none of another stock. */
export function useShapes(
  drawings: ChartDrawings | undefined,
  { code: shownCode, bars, period: shownPeriod, priceFactors: factors }: StockBars,
  code: string,
): HandEvents & { readonly state: HandState } {
  const { items = NO_DRAWINGS, selected = null, tool = null, editable = false } = drawings ?? {};
  const isShown = shownCode === code;
  const period = shownPeriod === 'week' ? 'week' : 'day';
  const placed = useMemo(() => ({ bars, period, factors }) as const, [bars, period, factors]);
  const state = useMemo(
    () => ({ shapes: isShown ? placeDrawings(items, placed) : [], selected, tool, editable: isShown && editable }),
    [isShown, items, placed, selected, tool, editable],
  );
  const onShape = (shape: Shape): void => {
    const points = toDrawingPoints(shape, placed);
    if (points === undefined) return;
    if (shape.id === null) drawings?.onDrawn(shape.kind, points);
    else drawings?.onMoved(shape.id, points);
  };
  return { state, onShape, onSelect: (id) => drawings?.onSelect(id) };
}
