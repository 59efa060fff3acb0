import { placeColumns, storePlaces, withMoved, withShown } from './column-places';

const KNOWN = [
  { key: 'phase', first: true },
  { key: 'latest', first: true },
  { key: 'change', first: true },
  { key: 'industry' },
  { key: 'review', first: true },
];
const stored = (chosen: readonly string[] | undefined) => storePlaces(placeColumns(chosen, KNOWN));

describe('the columns of the list', () => {
  it('stand as the page has them until somebody chooses', () => {
    expect(stored(undefined)).toEqual(['phase', 'latest', 'change', '-industry', 'review']);
  });

  it('keep what an earlier build stored, with the new ones next to their neighbours', () => {
    expect(stored(['phase', 'review'])).toEqual(['phase', '-latest', 'change', '-industry', 'review']);
    expect(stored(['review', 'latest'])).toEqual(['-phase', 'review', 'latest', 'change', '-industry']);
    expect(stored([])).toEqual(['-phase', '-latest', 'change', '-industry', '-review']);
  });

  it('keep their order, and what is hidden, when they are read again', () => {
    const chosen = ['review', '-change', 'industry', 'phase', '-latest'];
    expect(stored(chosen)).toEqual(chosen);
    expect(stored(stored(chosen))).toEqual(chosen);
  });

  it('leave out what comes twice and what no column has', () => {
    expect(stored(['phase', 'gone', '-phase', 'latest', '-change', '-industry', 'review', '-'])).toEqual([
      'phase',
      'latest',
      '-change',
      '-industry',
      'review',
    ]);
  });

  it('are shown, hidden and moved, the outermost no further', () => {
    const places = placeColumns(undefined, KNOWN);
    expect(storePlaces(withShown(places, 'industry', true))[3]).toBe('industry');
    expect(storePlaces(withShown(places, 'phase', false))[0]).toBe('-phase');
    expect(storePlaces(withMoved(places, 'review', -1))).toEqual(['phase', 'latest', 'change', 'review', '-industry']);
    expect(withMoved(places, 'phase', -1)).toEqual(places);
    expect(withMoved(places, 'review', 1)).toEqual(places);
    expect(withMoved(places, 'gone', 1)).toEqual(places);
  });
});
