import type { Schemas } from '../../api/client';

/** What a person has drawn: points are days with a price in yuan as it was traded that day, not adjusted. */
export type Drawing = Pick<Schemas['DrawingResponse'], 'id' | 'kind' | 'fromDate' | 'fromPrice' | 'toDate' | 'toPrice'>;
export type DrawingKind = Drawing['kind'];
export type DrawingPoints = Omit<Drawing, 'id' | 'kind'>;

export const DRAWING_KINDS = ['trend_line', 'range_box', 'price_line'] as const satisfies readonly DrawingKind[];

/** A bar by its index, and a price on the chart's scale. */
export interface ChartPoint {
  readonly index: number;
  readonly price: number;
}

/** A drawing among the bars of a chart. `to` of a price line is its `from`. */
export interface Shape {
  /** Null while it is being drawn. */
  readonly id: number | null;
  readonly kind: DrawingKind;
  readonly from: ChartPoint;
  readonly to: ChartPoint;
}

/** What a page has drawn on a chart, and what it does with it. */
export interface ChartDrawings {
  readonly items: readonly Drawing[];
  readonly selected: number | null;
  /** What the next drag draws; null: drags move the chart. */
  readonly tool: DrawingKind | null;
  readonly editable: boolean;
  readonly onSelect: (id: number | null) => void;
  readonly onDrawn: (kind: DrawingKind, points: DrawingPoints) => void;
  readonly onMoved: (id: number, points: DrawingPoints) => void;
  readonly onRemove: (id: number) => void;
  /** The tool was put away. */
  readonly onToolEnd: () => void;
}
