import { findScreens, groupBySource, type Screen } from './screen-list';

const screen = (id: string, source: string, name = id): Screen => ({
  ...{ id, version: 1, kind: 'builtin', name, nameEn: id, source, description: null, descriptionEn: null },
  ...{
    params: {},
    needs: { bars: 1, caps: false, flow: false, reports: false, market: false },
    evidence: [],
    filters: {},
    available: true,
    lack: null,
    reason: null,
  },
  ...{ formula: null, ownerId: null },
});
const LIST = [
  screen('top_gainers', '涨幅榜', '涨幅榜'),
  screen('own_1', '自编公式', '放量三连阳'),
  screen('spring', '战术信号库', '弹簧'),
  screen('sos', '战术信号库', '强势'),
];

it('groups by source, the users’ own last and also without any', () => {
  const groups = (screens: Screen[]) =>
    groupBySource(screens).map(({ source, screens: members }) => [source, members.map(({ id }) => id)]);
  expect(groups(LIST)).toEqual([
    ['涨幅榜', ['top_gainers']],
    ['战术信号库', ['spring', 'sos']],
    ['自编公式', ['own_1']],
  ]);
  expect(groups([])).toEqual([['自编公式', []]]);
});

it('finds by name, id and source, whatever the case', () => {
  const found = (text: string) => findScreens(LIST, text).map(({ id }) => id);
  expect(found(' SOS ')).toEqual(['sos']);
  expect(found('三连')).toEqual(['own_1']);
  expect(found('战术')).toEqual(['spring', 'sos']);
  expect(found('')).toHaveLength(4);
});
