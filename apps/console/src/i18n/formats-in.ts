import type { Language } from '../preferences/preferences';

/** What stands in place of a missing value. */
export const NOTHING = '—';

const MINUS = '−';
const SHARES_PER_LOT = 100;
const SHANGHAI = 'Asia/Shanghai';

type Figure = number | null | undefined;

/** Values and days as A-share traders write them. Every function takes null and gives a dash for it. */
export interface Formats {
  /** Yuan with two decimals: `1,598.20`. */
  readonly price: (yuan: Figure) => string;
  /** Always signed: `+7.59%`, `−0.73%`. */
  readonly change: (percent: Figure, decimals?: number) => string;
  /** Yuan won or lost, always signed: `+1,250.00`, `−80.50`. */
  readonly profit: (yuan: Figure) => string;
  /** Not signed: `61.2%`. */
  readonly percent: (value: Figure, decimals?: number) => string;
  /** A whole number in groups of three. */
  readonly count: (value: Figure) => string;
  readonly decimal: (value: Figure, decimals: number) => string;
  /** Yuan in 万 and 亿, or K, M and B. */
  readonly amount: (yuan: Figure) => string;
  /** A market cap given in 亿 yuan. */
  readonly capYi: (yi: Figure) => string;
  /** Shares, shown in 手 (lots of 100), or as K and M shares in English. */
  readonly volume: (shares: Figure) => string;
  /** `11-20`, with its year if that is not the year of `today`. */
  readonly day: (day: string | null | undefined, today?: string) => string;
  /** An instant in Shanghai: `11-20 14:02`. */
  readonly instant: (iso: string | null | undefined) => string;
  /** An instant in Shanghai: `14:02:31`. */
  readonly time: (iso: string | null | undefined) => string;
  /** `0.9 s`, `12 s`, `3 min 5 s`. */
  readonly duration: (milliseconds: Figure) => string;
}

export function formatsIn(language: Language): Formats {
  const spoken = language === 'zh' ? 'zh-CN' : 'en';
  const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
  const signedFormats = new Map<number, Intl.NumberFormat>();
  const signed = (value: number, decimals: number): string => {
    let format = signedFormats.get(decimals);
    if (format === undefined) {
      format = new Intl.NumberFormat('en-US', {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        signDisplay: 'exceptZero',
      });
      signedFormats.set(decimals, format);
    }
    return format.format(value).replace('-', MINUS);
  };
  const decimalFormats = new Map<number, Intl.NumberFormat>();
  const decimal = (value: Figure, decimals: number): string => {
    if (!isFigure(value)) return NOTHING;
    let format = decimalFormats.get(decimals);
    if (format === undefined) {
      format = new Intl.NumberFormat('en-US', {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        signDisplay: 'negative',
      });
      decimalFormats.set(decimals, format);
    }
    return format.format(value).replace('-', MINUS);
  };
  const instant = new Intl.DateTimeFormat(spoken, {
    timeZone: SHANGHAI,
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: SHANGHAI,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const scaled = (value: Figure): string =>
    !isFigure(value) ? NOTHING : language === 'zh' ? inTenThousands(value) : inThousands(value);
  return {
    price: (yuan) => decimal(yuan, 2),
    change: (percent, decimals = 2) => (!isFigure(percent) ? NOTHING : `${signed(percent, decimals)}%`),
    profit: (yuan) => (!isFigure(yuan) ? NOTHING : signed(yuan, 2)),
    percent: (value, decimals = 1) => (!isFigure(value) ? NOTHING : `${decimal(value, decimals)}%`),
    count: (value) => (!isFigure(value) ? NOTHING : grouped.format(value).replace('-', MINUS)),
    decimal,
    amount: scaled,
    capYi: (yi) => (!isFigure(yi) ? NOTHING : language === 'zh' ? `${decimal(yi, 2)}亿` : inThousands(yi * 1e8)),
    volume: (shares) => {
      if (!isFigure(shares)) return NOTHING;
      return language === 'zh' ? `${inTenThousands(shares / SHARES_PER_LOT)}手` : inThousands(shares);
    },
    day: (day, today) => {
      if (day === null || day === undefined) return NOTHING;
      return today === undefined || day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day.slice(2);
    },
    instant: (iso) => (iso === null || iso === undefined ? NOTHING : formatParts(instant, iso)),
    time: (iso) => (iso === null || iso === undefined ? NOTHING : time.format(new Date(iso))),
    duration: (milliseconds) => {
      if (!isFigure(milliseconds)) return NOTHING;
      const seconds = milliseconds / 1000;
      if (seconds < 10) return `${seconds.toFixed(1)} s`;
      const whole = Math.round(seconds);
      return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
    },
  };
}

function isFigure(value: Figure): value is number {
  return value !== null && value !== undefined && Number.isFinite(value);
}

function formatParts(format: Intl.DateTimeFormat, iso: string): string {
  const parts = new Map(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  const of = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return `${of('month')}-${of('day')} ${of('hour')}:${of('minute')}`;
}

function inTenThousands(value: number): string {
  const size = Math.abs(value);
  const sign = value < 0 ? MINUS : '';
  if (size >= 1e8) return `${sign}${(size / 1e8).toFixed(2)}亿`;
  if (size >= 1e4) return `${sign}${(size / 1e4).toFixed(2)}万`;
  return `${sign}${Math.round(size)}`;
}

function inThousands(value: number): string {
  const size = Math.abs(value);
  const sign = value < 0 ? MINUS : '';
  if (size >= 1e9) return `${sign}${(size / 1e9).toFixed(2)}B`;
  if (size >= 1e6) return `${sign}${(size / 1e6).toFixed(2)}M`;
  if (size >= 1e4) return `${sign}${(size / 1e3).toFixed(1)}K`;
  return `${sign}${Math.round(size)}`;
}
