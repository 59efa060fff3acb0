import { fileSize } from './file-size';

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [3500, '3.4 KiB'],
  [200 * 1024, '200 KiB'],
  [1_500_000, '1.4 MiB'],
  [268_435_456, '256 MiB'],
])('%d bytes are shown as %s', (bytes, shown) => {
  expect(fileSize(bytes)).toBe(shown);
});
