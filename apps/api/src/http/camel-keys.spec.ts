import { toCamelKeys } from './camel-keys';

it('the fields of a body are renamed as in the domain: null is a value, undefined is none', () => {
  const body: { stock_name: string | null; entry_close_price: number; source?: string | undefined; code: string } = {
    stock_name: null,
    entry_close_price: 10.5,
    source: undefined,
    code: '600000',
  };
  expect(toCamelKeys(body)).toEqual({ stockName: null, entryClosePrice: 10.5, code: '600000' });
  expect(Object.keys(toCamelKeys(body))).not.toContain('source');
});
