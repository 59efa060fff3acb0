import { scoreChanges } from './score-changes';

const item = (key: string, points: 0 | 1) => ({ key, label: `label of ${key}`, points });

describe('the comparison of two scores', () => {
  it('names the items that have won or lost their point', () => {
    const before = [item('roe', 1), item('leverage', 0), item('goodwill', 1)];
    const now = [item('roe', 0), item('leverage', 1), item('goodwill', 1)];
    expect(scoreChanges(now, before)).toEqual({ gained: ['label of leverage'], lost: ['label of roe'] });
    expect(scoreChanges(now, now)).toEqual({ gained: [], lost: [] });
  });

  it('counts an item that the other checklist does not have as no point there', () => {
    expect(scoreChanges([item('roa', 1)], [item('gross_margin', 1)])).toEqual({
      gained: ['label of roa'],
      lost: ['label of gross_margin'],
    });
  });
});
