import { readHitPlaces } from './hit-places';

const PLACE = { ticked: ['000001'], cursor: null, room: 120, top: 400 };

describe('the remembered places in hits', () => {
  it('are read as they were kept', () => {
    const kept = [
      [7, PLACE],
      [3, { ...PLACE, cursor: '600519', ticked: [] }],
    ];
    expect(readHitPlaces(JSON.stringify(kept))).toEqual(kept);
  });

  it.each([
    null,
    'no json',
    '{}',
    '[1]',
    '[["7",{}]]',
    JSON.stringify([[7, { ...PLACE, ticked: [1] }]]),
    JSON.stringify([[7, { ...PLACE, cursor: 5 }]]),
    JSON.stringify([[7, null]]),
  ])('leave out what makes no sense: %s', (stored) => {
    expect(readHitPlaces(stored)).toEqual([]);
  });
});
