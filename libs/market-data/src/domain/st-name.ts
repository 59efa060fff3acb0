/** Whether a name says special treatment: ST, *ST, S*ST, SST. */
export function isStName(name: string): boolean {
  return /^S?\*?ST/i.test(name.normalize('NFKC').replaceAll(' ', ''));
}
