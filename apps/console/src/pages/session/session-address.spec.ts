import { readAddress, withChanges } from './session-address';

describe('the address of a session', () => {
  it('omits what is as on the first visit', () => {
    const query = withChanges(new URLSearchParams('phase=x'), {
      tab: 'records',
      period: 'day',
      overlays: ['phases', 'ranges', 'events', 'chips', 'averages'],
    });
    expect(query.toString()).toBe('phase=x');
  });

  it('is read as it was written', () => {
    const changes = {
      tab: 'ai',
      period: 'week',
      span: 'all',
      adjust: 'none',
      overlays: ['averages'],
      screen: 'own_7',
      fill: 17,
      record: { kind: 'weekly', day: '2026-11-20' },
    } as const;
    expect(readAddress(withChanges(new URLSearchParams(), changes))).toEqual(changes);
  });

  it('removes parts, and keeps that no overlay is wanted', () => {
    const query = withChanges(new URLSearchParams('fill=17&record=daily.new&screen=turtle'), {
      screen: null,
      fill: null,
      record: null,
      overlays: [],
    });
    expect(query.toString()).toBe('overlays=');
    expect(readAddress(query)).toMatchObject({ fill: null, record: null, overlays: [] });
  });

  it('names the overlays only if it must; else they are those that are remembered', () => {
    const remembered = ['chips', 'strength'] as const;
    expect(readAddress(new URLSearchParams(), remembered).overlays).toEqual(remembered);
    expect(readAddress(new URLSearchParams('overlays=events'), remembered).overlays).toEqual(['events']);
    expect(readAddress(new URLSearchParams()).overlays).toEqual(['phases', 'ranges', 'events', 'chips', 'averages']);
  });

  it('ignores invalid parts', () => {
    const read = readAddress(
      new URLSearchParams('tab=x&period=month&fill=-1&record=daily.yesterday&overlays=x.chips&screen=A'),
    );
    expect(read).toEqual({
      tab: 'records',
      period: 'day',
      span: '6m',
      adjust: 'qfq',
      overlays: ['chips'],
      screen: null,
      fill: null,
      record: null,
    });
  });
});
