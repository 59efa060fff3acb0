const KIB = 1024;

/** A file's size for people: `812 B`, `3.4 KiB`, `200 MiB`. */
export function fileSize(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  const [size, unit] = bytes < KIB * KIB ? [bytes / KIB, 'KiB'] : [bytes / KIB / KIB, 'MiB'];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}
