/** Warnings of a study by how they begin, and their Chinese; the figures in them are taken over in their order. */
const WARNINGS: readonly (readonly [start: string, chinese: (...figures: string[]) => string])[] = [
  ['stocks that left the exchange are missing', () => '行情里没有已退市的股票：数字只属于活下来的，比实际更好看'],
  ['nothing says which stocks were under special treatment', () => '行情里没有 ST 记录：ST 股票也在样本里'],
  ['market caps are not known', () => '行情里没有市值：不按市值分组，对照组也不按市值匹配'],
  ['the market has no bars of', (days = '') => `区间里有 ${days} 个交易日没有行情`],
];

/** A warning of a study in Chinese; as it is, where its Chinese is not known. */
export function warnInChinese(warning: string): string {
  const chinese = WARNINGS.find(([start]) => warning.startsWith(start))?.[1];
  return chinese === undefined ? warning : chinese(...(warning.match(/\d+/g) ?? []));
}
