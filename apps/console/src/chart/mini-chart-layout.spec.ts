import { layOutMiniChart } from './mini-chart-layout';

const chart = { closes: [10, 12, 11], volumes: [300, 100, 200], width: 90, height: 50 };

describe('layOutMiniChart', () => {
  it('spreads the closes over the width, the highest at the top', () => {
    const { line } = layOutMiniChart({ closes: chart.closes, width: 90, height: 50 });
    expect(line.map(({ x }) => x)).toEqual([15, 45, 75]);
    expect(line.map(({ y }) => y)).toEqual([48.5, 1.5, 25]);
  });

  it('puts the volumes under the line, the highest at the top, and none outside', () => {
    const { line, bars } = layOutMiniChart({ ...chart, volumes: [300, 0, 200] });
    expect(bars.map(({ y, height }) => y + height)).toEqual([50, 50, 50]);
    expect(bars.map(({ height }) => Math.round(height))).toEqual([20, 1, 13]);
    expect(bars.map(({ rises }) => rises)).toEqual([true, true, false]);
    expect(Math.max(...line.map(({ y }) => y))).toBeLessThan(Math.min(...bars.map(({ y }) => y)));
  });

  it('puts the flag over its bar, below the line', () => {
    const { flag, bars, line } = layOutMiniChart({ ...chart, flagged: 0 });
    expect(flag?.x).toBe(15);
    expect(flag?.y).toBe((bars[0]?.y ?? 0) - 1);
    expect((flag?.y ?? 0) - 4).toBeGreaterThan(Math.max(...line.map(({ y }) => y)));
  });

  it('draws a price that never moved through the middle, and nothing without bars', () => {
    expect(layOutMiniChart({ closes: [5, 5], width: 10, height: 20 }).line.map(({ y }) => y)).toEqual([10, 10]);
    expect(layOutMiniChart({ closes: [], width: 10, height: 20 })).toEqual({ line: [], bars: [], flag: undefined });
  });
});
