import { defineMessages } from '../../i18n/messages';
import type { DrawingKind } from '../../chart/shapes/drawing';

const zhNames: Readonly<Record<DrawingKind, string>> = {
  trend_line: '趋势线',
  range_box: '区间框',
  price_line: '价位线',
};
const enNames: Readonly<Record<DrawingKind, string>> = {
  trend_line: 'Trend line',
  range_box: 'Range box',
  price_line: 'Price line',
};

export const drawingMessages = defineMessages({
  zh: {
    tools: '画线',
    name: (kind: DrawingKind) => zhNames[kind],
    hint: (kind: DrawingKind) =>
      `${zhNames[kind]}：${kind === 'price_line' ? '在图上点一个价位' : '在图上拖动，或点两下'}，Esc 取消`,
    choose: (count: number) => `选择画线（${count} 条）`,
    remove: '删除画线',
    drawn: (kind: DrawingKind) => `已画${zhNames[kind]}`,
    moved: (kind: DrawingKind) => `已移动${zhNames[kind]}`,
    removed: (kind: DrawingKind) => `已删除${zhNames[kind]}`,
  },
  en: {
    tools: 'Drawings',
    name: (kind) => enNames[kind],
    hint: (kind) =>
      `${enNames[kind]}: ${kind === 'price_line' ? 'click a price on the chart' : 'drag on the chart, or click twice'}; Escape cancels`,
    choose: (count) => `Choose a drawing (${count})`,
    remove: 'Delete drawing',
    drawn: (kind) => `${enNames[kind]} drawn`,
    moved: (kind) => `${enNames[kind]} moved`,
    removed: (kind) => `${enNames[kind]} deleted`,
  },
});
