import fc from 'fast-check';
import { splitIntoChunks } from './split-into-chunks';
import { decodeText, detectEncoding } from './text-encoding';

const pieces = async function* (bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const size of sizes) yield bytes.subarray(at, (at += size));
  yield bytes.subarray(at);
};
const read = async (bytes: Uint8Array, sizes: readonly number[] = []) => {
  const encoding = await detectEncoding(pieces(bytes, sizes));
  const parts: string[] = [];
  for await (const part of decodeText(pieces(bytes, sizes), encoding)) parts.push(part);
  return { encoding, text: parts.join('') };
};
const sizes = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 12 });

describe('the encoding of a text file', () => {
  it('a text is GBK if its bytes are no UTF-8, for any chunks', async () => {
    const bytes = Buffer.from('d6a4c8afb4fac2eb2cb3d6b2d6cafdc1bf', 'hex');
    await fc.assert(
      fc.asyncProperty(sizes, async (cuts) => {
        expect(await read(bytes, cuts)).toEqual({ encoding: 'gb18030', text: '证券代码,持仓数量' });
      }),
    );
  });

  it('a text is UTF-8 if all of it is, for any chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), sizes, async (text, cuts) => {
        const bytes = Buffer.from(`a${text}`, 'utf8');
        expect(await read(bytes, cuts)).toEqual({ encoding: 'utf-8', text: `a${text}` });
      }),
    );
  });

  it.each([
    ['German', 'Suchbegriff;Größe\nschöne schuhe;Käse\nmüsli;ß\n'],
    ['French', 'Mot clé;Coût\nchaussures légères;1 €\n'],
    ['Spanish', 'palabra clave;año\nzapatos para niños;campaña\n'],
  ])('is Windows-1252 in %s text, not GBK', async (_language, text) => {
    const bytes = Buffer.from(text.replaceAll('€', '\u0080'), 'latin1');
    await fc.assert(
      fc.asyncProperty(sizes, async (cuts) => {
        expect(await read(bytes, cuts)).toEqual({ encoding: 'windows-1252', text });
      }),
    );
  });

  it('Chinese text with Latin words in it is GBK', async () => {
    // "关键词,搜索量\n跑步鞋 nike,1300\n"
    const bytes = Buffer.from('b9d8bcfcb4ca2ccbd1cbf7c1bf0ac5dcb2bdd0ac206e696b652c313330300a', 'hex');
    expect(await read(bytes)).toEqual({ encoding: 'gb18030', text: '关键词,搜索量\n跑步鞋 nike,1300\n' });
  });

  it('has its byte order mark dropped', async () => {
    expect(await read(Buffer.from('\ufeffcode', 'utf8'))).toEqual({ encoding: 'utf-8', text: 'code' });
    expect(await read(Buffer.from('\ufeff代码', 'utf16le'))).toEqual({ encoding: 'utf-16le', text: '代码' });
    const bigEndian = Buffer.from('\ufeff代码', 'utf16le').swap16();
    expect(await read(bigEndian)).toEqual({ encoding: 'utf-16be', text: '代码' });
  });

  it('other bytes are rejected', async () => {
    await expect(read(Buffer.from([0x61, 0xff, 0xff, 0x80]))).rejects.toMatchObject({ code: 'unreadable_file' });
  });
});

it('a stream is split into chunks of one size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 60 }),
      sizes,
      fc.integer({ min: 1, max: 9 }),
      async (bytes, cuts, size) => {
        const chunks: Buffer[] = [];
        for await (const chunk of splitIntoChunks(pieces(bytes, cuts), size)) chunks.push(chunk);
        expect(Buffer.concat(chunks)).toEqual(Buffer.from(bytes));
        expect(chunks.slice(0, -1).every((chunk) => chunk.length === size)).toBe(true);
        expect(chunks.every((chunk) => chunk.length >= 1 && chunk.length <= size)).toBe(true);
      },
    ),
  );
});
