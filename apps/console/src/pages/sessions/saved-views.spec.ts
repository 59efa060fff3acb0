import { MAX_VIEWS, readSavedViews, withView } from './saved-views';

describe('saved views', () => {
  it('are read if valid, in the canonical spelling of their address', () => {
    const stored = [
      { name: ' 地量 ', search: 'sort=nonsense&phase=accumulation&status=open' },
      { name: '', search: '' },
      { name: 'x' },
      null,
      7,
    ];
    expect(readSavedViews(stored)).toEqual([{ name: '地量', search: 'phase=accumulation' }]);
    expect(readSavedViews({ name: 'x' })).toBeUndefined();
    expect(readSavedViews(null)).toBeUndefined();
  });

  it('overwrite a view of the same name, at its position', () => {
    const views = [
      { name: 'a', search: '' },
      { name: 'b', search: '' },
    ];
    expect(withView(views, { name: ' a ', search: 'status=all' })).toEqual([
      { name: 'a', search: 'status=all' },
      { name: 'b', search: '' },
    ]);
    expect(withView(views, { name: 'c', search: '' }).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('are limited to the newest if there are too many', () => {
    const many = Array.from({ length: MAX_VIEWS }, (_, at) => ({ name: `v${at}`, search: '' }));
    const views = withView(many, { name: 'new', search: '' });
    expect(views).toHaveLength(MAX_VIEWS);
    expect(views.at(-1)?.name).toBe('new');
  });
});
