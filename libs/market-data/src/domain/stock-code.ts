export const EXCHANGES = ['SSE', 'SZSE', 'BSE'] as const;
export type Exchange = (typeof EXCHANGES)[number];
export const BOARDS = ['main', 'chinext', 'star', 'bse'] as const;
export type Board = (typeof BOARDS)[number];

/** What a 6-digit code names. Only a `stock` (an A-share) has bars here. */
export type SecurityKind = 'stock' | 'index' | 'fund' | 'bond' | 'b_share' | 'other';

export interface StockCode {
  kind: 'stock';
  code: string;
  exchange: Exchange;
  board: Board;
}

export interface OtherCode {
  kind: Exclude<SecurityKind, 'stock'>;
  code: string;
}

type Prefixes = readonly (readonly [prefix: string, meaning: Board | OtherCode['kind']])[];

/** Shanghai: 000 and 88 are indexes here, unlike in Shenzhen. 689 are depositary receipts of the STAR board. */
const SSE_PREFIXES: Prefixes = [
  ['600', 'main'],
  ['601', 'main'],
  ['603', 'main'],
  ['605', 'main'],
  ['688', 'star'],
  ['689', 'star'],
  ['900', 'b_share'],
  ['000', 'index'],
  ['88', 'index'],
  ['95', 'index'],
  ['99', 'index'],
  ['5', 'fund'],
  ['0', 'bond'],
  ['1', 'bond'],
  ['2', 'bond'],
];

const SZSE_PREFIXES: Prefixes = [
  ['000', 'main'],
  ['001', 'main'],
  ['002', 'main'],
  ['003', 'main'],
  ['300', 'chinext'],
  ['301', 'chinext'],
  ['302', 'chinext'],
  ['200', 'b_share'],
  ['39', 'index'],
  ['98', 'index'],
  ['15', 'fund'],
  ['16', 'fund'],
  ['18', 'fund'],
  ['1', 'bond'],
];

/** Beijing: 920 for all stocks since October 2025, 43, 83, 87 and 88 before; 899050 is the BSE 50 index. */
const BSE_PREFIXES: Prefixes = [
  ['920', 'bse'],
  ['43', 'bse'],
  ['83', 'bse'],
  ['87', 'bse'],
  ['88', 'bse'],
  ['899', 'index'],
  ['81', 'bond'],
];

const PREFIXES: Record<Exchange, Prefixes> = { SSE: SSE_PREFIXES, SZSE: SZSE_PREFIXES, BSE: BSE_PREFIXES };

const EXCHANGE_WORDS: Readonly<Record<string, Exchange>> = { sh: 'SSE', sz: 'SZSE', bj: 'BSE' };

/**
 * What `code` names on `exchange`. The exchange decides: 000001 is an index in Shanghai and a bank in Shenzhen.
 * @param code six digits.
 */
function classifyOnExchange(code: string, exchange: Exchange): StockCode | OtherCode {
  const meaning = PREFIXES[exchange].find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'other';
  switch (meaning) {
    case 'main':
    case 'chinext':
    case 'star':
    case 'bse':
      return { kind: 'stock', code, exchange, board: meaning };
    default:
      return { kind: meaning, code };
  }
}

/**
 * What a code names where no exchange is given: the stock of that code if there can be one, since a stock's code is
 * never used by a stock of another exchange.
 * @param code six digits.
 */
export function classifyBareCode(code: string): StockCode | OtherCode {
  let other: OtherCode = { kind: 'other', code };
  for (const exchange of ['SSE', 'SZSE', 'BSE'] as const) {
    const found = classifyOnExchange(code, exchange);
    if (found.kind === 'stock') return found;
    if (other.kind === 'other') other = found;
  }
  return other;
}

/**
 * Reads a code as vendors write it: `600000`, `sh600000`, `sh.600000`, `600000.SH`, letters in any case.
 * @returns undefined where it is of none of these forms.
 */
export function readVendorCode(text: string): StockCode | OtherCode | undefined {
  const match = /^(?:(sh|sz|bj)\.?)?([0-9]{6})(?:\.(sh|sz|bj))?$/i.exec(text);
  const [, prefix, code, suffix] = match ?? [];
  if (code === undefined || (prefix !== undefined && suffix !== undefined)) return undefined;
  const exchange = EXCHANGE_WORDS[(prefix ?? suffix ?? '').toLowerCase()];
  return exchange === undefined ? classifyBareCode(code) : classifyOnExchange(code, exchange);
}
