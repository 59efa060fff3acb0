import { fileSize } from './file-size';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [5271, '5.3 kB'],
  [99_940, '99.9 kB'],
  [99_960, '100 kB'],
  [999_700, '1.0 MB'],
  [25_322_670, '25.3 MB'],
  [4e12, '4.0 TB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
