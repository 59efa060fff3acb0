import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { usePreferences } from '../preferences/preferences';
import { type Formats, useFormats } from '../i18n/formats';
import { useMessages } from '../i18n/messages';
import type { Bar } from './bar';
import type { StockBars } from './chart-bars';
import { chartMessages } from './chart-messages';
import { useChartPalette } from './chart-palette';
import type { sceneChips } from './chip-scale';
import type { Span } from './bars-in-sight';
import { KLine, type KLineMarks } from './k-line';
import type { Pane } from './panes/pane-names';
import type { Shape } from './shapes/drawing';
import type { HandState } from './shapes/drawing-hand';

const NO_BOXES: ReadonlyMap<Pane, HTMLElement> = new Map();

interface KLineProps {
  readonly data: StockBars;
  readonly bars: readonly Bar[];
  readonly period: 'day' | 'week';
  readonly span: Span;
  readonly marks: KLineMarks;
  /** The index of a bar. */
  readonly highlighted: number | undefined;
  readonly averages: boolean;
  readonly strength: ReadonlyMap<number, number> | null;
  readonly panes: readonly Pane[];
  readonly shapes: HandState;
  readonly withChips: boolean;
  readonly chips: ReturnType<typeof sceneChips>;
  /** The box is not there: the bars are shown as a table. */
  readonly asTable: boolean;
  readonly onHover: (index: number | null) => void;
  readonly onClick: (index: number) => void;
  readonly onSelect: (id: number | null) => void;
  readonly onShape: (shape: Shape) => void;
}

/** Draws the chart into a box and keeps it as the props are. */
export function useKLine(props: KLineProps): {
  box: RefObject<HTMLDivElement | null>;
  chart: RefObject<KLine | null>;
  /** Where the legends of the panes go. */
  paneBoxes: ReadonlyMap<Pane, HTMLElement>;
} {
  const { data, bars, period, span, marks, highlighted, averages, withChips, chips, asTable } = props;
  const { strength, shapes, panes } = props;
  const [paneBoxes, setPaneBoxes] = useState(NO_BOXES);
  const formats = useFormats();
  const { strengthName } = useMessages(chartMessages);
  const { hollowUp } = usePreferences();
  const palette = useChartPalette();
  const formatVolume = useMemo(() => axisVolume(formats), [formats]);
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<KLine>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const first = useRef({ palette, formatVolume });
  useEffect(() => {
    if (box.current === null) return;
    const created = new KLine(box.current, first.current.palette, first.current.formatVolume, {
      onHover: (index) => latest.current.onHover(index),
      onClick: (index) => latest.current.onClick(index),
      onSelect: (id) => latest.current.onSelect(id),
      onShape: (shape) => latest.current.onShape(shape),
    });
    chart.current = created;
    return () => {
      chart.current = null;
      created.destroy();
    };
  }, [asTable]);
  useEffect(() => chart.current?.setLook(palette, hollowUp, formatVolume), [asTable, palette, hollowUp, formatVolume]);
  useEffect(() => chart.current?.setChipRoom(withChips), [asTable, withChips]);
  useEffect(() => chart.current?.setAverages(averages), [asTable, averages]);
  const key = `${data.code} ${period} ${data.adjust}`;
  useEffect(() => chart.current?.setBars({ key, bars, period, span }), [asTable, key, bars, period, span]);
  useEffect(() => chart.current?.setMarks(marks), [asTable, marks]);
  useEffect(() => chart.current?.setStrength(strength, strengthName), [asTable, strength, strengthName]);
  useEffect(() => setPaneBoxes(chart.current?.setPanes(panes) ?? NO_BOXES), [asTable, panes]);
  useEffect(() => chart.current?.setShapes(shapes), [asTable, shapes]);
  useEffect(() => chart.current?.highlight(highlighted ?? null), [asTable, bars, highlighted]);
  useEffect(() => chart.current?.setChips(chips), [asTable, chips]);
  return { box, chart, paneBoxes };
}

/** An axis has round figures: `150万手`. */
function axisVolume(formats: Formats): (shares: number) => string {
  return (shares) => formats.volume(shares).replace(/(?:\.0+|(\.\d*[1-9])0+)(?=\D*$)/, '$1');
}
