import { calendarDayOf } from '#lib/kernel';
import { plainLowVolume } from './plain-low-volume';

const day = (text: string) => calendarDayOf(`2025-12-${text}`);
const RANGE = { startDate: day('15'), endDate: day('19'), priorStart: day('08') };
const bars = (volumes: Record<string, number>) =>
  Object.entries(volumes).map(([date, volume]) => ({ day: day(date), volume }));

describe('plainLowVolume', () => {
  it('takes the latest day of the lowest volume', () => {
    expect(plainLowVolume(bars({ '08': 901, '16': 900, '18': 900, '19': 950 }), RANGE)).toEqual({
      entryDate: '2025-12-18',
      minVolume: 900,
    });
  });

  it('is undercut only by less, and only in the window', () => {
    expect(plainLowVolume(bars({ '08': 900, '16': 900 }), RANGE)).toBeDefined();
    expect(plainLowVolume(bars({ '08': 899, '16': 900 }), RANGE)).toBeUndefined();
    expect(plainLowVolume(bars({ '05': 1, '16': 900, '22': 1 }), RANGE)).toBeDefined();
  });

  it('needs a bar in the range', () => {
    expect(plainLowVolume(bars({ '08': 900 }), RANGE)).toBeUndefined();
  });
});
