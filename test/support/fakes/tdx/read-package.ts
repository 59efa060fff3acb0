import type { PackageRow, TdxExchange } from './package-row';
import type { UnzippedMember } from './unzip-members';

/** Rows of unpacked members, straight by the offsets: for a look at what the fake has written. */
export function readPackage(members: readonly UnzippedMember[]): PackageRow[] {
  const decoder = new TextDecoder('gbk');
  return members
    .filter(({ name }) => name.endsWith('.cod'))
    .flatMap(({ name, content: cod }) => {
      const market = name.slice(0, 2) as TdxExchange;
      const md1 = members.find((member) => member.name === name.replace('.cod', '.md1'))?.content ?? Buffer.alloc(0);
      return Array.from({ length: cod.length / 150 }, (_, index) => {
        const record = cod.subarray(index * 150, (index + 1) * 150);
        const block = md1.subarray(record.readUInt16LE(32) * 512);
        const [previousClose = 0, open = 0, high = 0, low = 0, close = 0] = [4, 12, 20, 28, 36].map((offset) =>
          block.readDoubleLE(offset),
        );
        return {
          ...{ market, code: record.toString('ascii', 0, 6), previousClose, open, high, low, close },
          name: decoder.decode(record.subarray(40, 72)).replace(/\0.*$/, ''),
          ...{ volume: Number(block.readBigUInt64LE(56)), amount: block.readDoubleLE(72) },
        };
      });
    });
}
