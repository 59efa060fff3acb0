import type { DeepPartial, Styles } from 'klinecharts';
import { averageColours, type ChartPalette } from './chart-palette';

const TEXT_PX = 11;

export type CandleLook = 'solid' | 'hollow-up' | 'line';

const CANDLE_TYPES = { solid: 'candle_solid', 'hollow-up': 'candle_up_stroke', line: 'area' } as const;

/** The chart's own drawing in our colours; what we say in HTML it does not say again. */
export function chartStyles(palette: ChartPalette, look: CandleLook): DeepPartial<Styles> {
  const { up, down, ink, ink2, ink3, line, panel, font } = palette;
  const text = { size: TEXT_PX, family: font, color: ink2 };
  const label = { ...text, color: panel, backgroundColor: ink2, borderColor: ink2, borderRadius: 2, paddingLeft: 3 };
  const crosshair = { line: { color: ink3, size: 1, dashedValue: [3, 3] }, text: { ...label, paddingRight: 3 } };
  const axis = { axisLine: { color: line }, tickLine: { color: line, length: 3 }, tickText: text };
  return {
    grid: { horizontal: { color: line, style: 'dashed', dashedValue: [1, 3] }, vertical: { show: false } },
    candle: {
      type: CANDLE_TYPES[look],
      area: { lineSize: 1, lineColor: ink2, backgroundColor: 'transparent', point: { show: false, animation: false } },
      bar: {
        ...{ upColor: up, upBorderColor: up, upWickColor: up },
        ...{ downColor: down, downBorderColor: down, downWickColor: down },
        ...{ noChangeColor: ink2, noChangeBorderColor: ink2, noChangeWickColor: ink2 },
      },
      priceMark: {
        high: { show: false },
        low: { show: false },
        last: {
          // The last price goes up or down from the close before, as the change next to it does; a candle from its open.
          compareRule: 'previous_close',
          ...{ upColor: up, downColor: down, noChangeColor: ink2 },
          line: { style: 'dashed', dashedValue: [2, 4] },
          text: { ...text, color: panel, weight: 600, paddingLeft: 3, paddingRight: 3 },
        },
      },
      tooltip: { showRule: 'none' },
    },
    indicator: {
      tooltip: { showRule: 'none' },
      lastValueMark: { show: false },
      lines: averageColours(palette).map((color) => ({
        ...{ color, style: 'solid', smooth: false, size: 1, dashedValue: [2, 2] },
      })),
    },
    xAxis: axis,
    yAxis: axis,
    separator: { size: 1, color: line, activeBackgroundColor: line },
    crosshair: { horizontal: crosshair, vertical: crosshair },
    overlay: { text: { color: ink } },
  };
}
