import type { Shape } from './drawing';
import { hitShape, moveShape, type ShapeOnScreen } from './hit-shape';

const LINE: ShapeOnScreen = { id: 1, kind: 'trend_line', from: { x: 100, y: 200 }, to: { x: 300, y: 100 } };
const BOX: ShapeOnScreen = { id: 2, kind: 'range_box', from: { x: 400, y: 100 }, to: { x: 600, y: 200 } };
const PRICE: ShapeOnScreen = { id: 3, kind: 'price_line', from: { x: 50, y: 300 }, to: { x: 50, y: 300 } };
const ALL = [LINE, BOX, PRICE];
const hit = (x: number, y: number, selected: number | null = null, shapes: readonly ShapeOnScreen[] = ALL) =>
  hitShape(shapes, { x, y }, selected);

describe('the drawing under a pointer', () => {
  it('is a line between its points, not beyond them and not next to them', () => {
    expect(hit(200, 150)).toEqual({ id: 1, grip: 'all' });
    expect(hit(203, 154)).toEqual({ id: 1, grip: 'all' });
    expect(hit(200, 158)).toBeNull();
    expect(hit(340, 80)).toBeNull();
  });

  it('is a box at its edges, and nothing within', () => {
    expect(hit(500, 102)).toEqual({ id: 2, grip: 'all' });
    expect(hit(398, 150)).toEqual({ id: 2, grip: 'all' });
    expect(hit(500, 150)).toBeNull();
  });

  it('is a price line at any bar', () => {
    expect(hit(900, 297)).toEqual({ id: 3, grip: 'all' });
    expect(hit(900, 290)).toBeNull();
  });

  it('is held by a corner that is near', () => {
    expect(hit(102, 196)).toEqual({ id: 1, grip: { x: 'from', y: 'from' } });
    expect(hit(299, 104)).toEqual({ id: 1, grip: { x: 'to', y: 'to' } });
    expect(hit(601, 101)).toEqual({ id: 2, grip: { x: 'to', y: 'from' } });
    expect(hit(400, 203)).toEqual({ id: 2, grip: { x: 'from', y: 'to' } });
  });

  it('is the newest, unless another is selected', () => {
    const over = { ...LINE, id: 9 };
    expect(hit(200, 150, null, [LINE, over])?.id).toBe(9);
    expect(hit(200, 150, 1, [LINE, over])?.id).toBe(1);
  });
});

describe('a drawing that is moved', () => {
  const shape: Shape = { id: 1, kind: 'trend_line', from: { index: 10, price: 20 }, to: { index: 30, price: 24 } };
  const start = { index: 20, price: 22 };

  it('moves as a whole', () => {
    expect(moveShape(shape, 'all', start, { index: 25, price: 21 }, 100)).toMatchObject({
      ...{ from: { index: 15, price: 19 }, to: { index: 35, price: 23 } },
    });
  });

  it('keeps its length at the first and the last bar', () => {
    const ends = ({ from, to }: Shape) => [from.index, to.index];
    expect(ends(moveShape(shape, 'all', start, { index: 99, price: 22 }, 40))).toEqual([19, 39]);
    expect(ends(moveShape(shape, 'all', start, { index: 0, price: 22 }, 40))).toEqual([0, 20]);
  });

  it('moves one point of a line, and a corner of a box', () => {
    const end = { index: 200, price: 30 };
    expect(moveShape(shape, { x: 'to', y: 'to' }, start, end, 100)).toMatchObject({
      ...{ from: { index: 10, price: 20 }, to: { index: 99, price: 30 } },
    });
    const box: Shape = { ...shape, kind: 'range_box' };
    expect(moveShape(box, { x: 'from', y: 'to' }, start, { index: 5, price: 30 }, 100)).toMatchObject({
      ...{ from: { index: 5, price: 20 }, to: { index: 30, price: 30 } },
    });
  });

  it('moves up and down alone if it is a price line', () => {
    const line: Shape = { ...shape, kind: 'price_line', to: shape.from };
    const moved = moveShape(line, 'all', start, { index: 50, price: 23 }, 100);
    expect([moved.from, moved.to]).toEqual([
      { index: 10, price: 21 },
      { index: 10, price: 21 },
    ]);
  });
});
