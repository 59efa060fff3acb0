import { readColumns, withColumnsNamed } from './file-columns';

const file = (text: string) => new Blob([text]);

it('the names of the columns are read, and the assigned ones renamed', async () => {
  const source = file('\n代码\t"余股"\t成本\n600519\t300\t1688.5\n');
  expect(await readColumns(source)).toEqual(['代码', '余股', '成本']);
  const named = await withColumnsNamed(source, { code: 0, quantity: 1, avg_cost: null });
  expect(await named.text()).toBe('\ncode\tquantity\tcolumn3\n600519\t300\t1688.5\n');
});

it('no other column keeps a known name', async () => {
  const named = await withColumnsNamed(file('证券代码,股票余额,可卖\n600519,300,100'), {
    code: 0,
    quantity: 2,
    avg_cost: null,
  });
  expect(await named.text()).toBe('code,column2,quantity\n600519,300,100');
});
