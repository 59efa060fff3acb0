import { countPriced, readMarketFile } from './market-file';

/** A `.cod` record of 150 bytes and the `.md1` block of 512 bytes that it names. */
function instrument(code: string, name: readonly number[], { block = 0, close = 0, volume = 0n } = {}) {
  const record = Buffer.alloc(150);
  record.write(code, 'latin1');
  record.writeUInt16LE(block, 32);
  record.set(name, 40);
  const prices = Buffer.alloc(512);
  prices.writeDoubleLE(close, 36);
  prices.writeBigUInt64LE(volume, 56);
  return { record, prices };
}

const PING_AN = [0xc6, 0xbd, 0xb0, 0xb2];
const files = (...all: ReturnType<typeof instrument>[]) =>
  [Buffer.concat(all.map(({ record }) => record)), Buffer.concat(all.map(({ prices }) => prices))] as const;

it('a volume of more than 32 bits is read whole', () => {
  const [codes, prices] = files(instrument('000001', PING_AN, { volume: 5_000_000_007n }));
  expect(readMarketFile('sz', codes, prices)).toMatchObject([{ code: '000001', name: '平安', volume: 5_000_000_007 }]);
});

it('a name is that of its own bytes, whatever was read before', () => {
  const [codes, prices] = files(
    instrument('000001', PING_AN),
    instrument('000002', PING_AN.slice(0, 2), { block: 1 }),
    instrument('000003', PING_AN, { block: 2 }),
  );
  expect(readMarketFile('sz', codes, prices).map(({ name }) => name)).toEqual(['平安', '平', '平安']);
});

it('a code is read up to its padding, and those that are not wanted are counted all the same', () => {
  const [codes, prices] = files(
    instrument('88\0\0\0\0', [], { close: 1 }),
    instrument('880002', [], { block: 1, close: 0 }),
    instrument('000003', [], { block: 2, close: 2 }),
  );
  expect(readMarketFile('sh', codes, prices).map(({ code }) => code)).toEqual(['88', '880002', '000003']);
  expect(readMarketFile('sh', codes, prices, (code) => code === '000003')).toMatchObject([
    { code: '000003', close: 2 },
  ]);
  expect(countPriced(codes, prices)).toBe(2);
});
