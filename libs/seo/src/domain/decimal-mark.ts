/** What stands in front of a file's decimals: English writes `1,234.5`, German `1.234,5`. */
export type DecimalMark = 'point' | 'comma';

const COMMA_DECIMALS = /^[+-]?(?:[0-9]{1,3}(?:[. '’][0-9]{3})+,[0-9]+|0,[0-9]+|[0-9]+,(?:[0-9]{1,2}|[0-9]{4,}))$/;
const POINT_DECIMALS = /^[+-]?(?:[0-9]{1,3}(?:[, '’][0-9]{3})+\.[0-9]+|0\.[0-9]+|[0-9]+\.(?:[0-9]{1,2}|[0-9]{4,}))$/;

/**
 * The decimal mark of a file, by the cells of its number columns: the comma if a cell can only be read so and none can
 * only be read with a point. `1,234` and `1.234` prove nothing.
 */
export function detectDecimalMark(cells: Iterable<string>): DecimalMark {
  let commas = false;
  for (const cell of cells) {
    const bare = cell
      .normalize('NFKC')
      .trim()
      .replace(/^(?:US)?[$€£¥]\s?/, '')
      .replace(/\s?[%$€£¥]$/, '');
    if (POINT_DECIMALS.test(bare)) return 'point';
    commas ||= COMMA_DECIMALS.test(bare);
  }
  return commas ? 'comma' : 'point';
}
