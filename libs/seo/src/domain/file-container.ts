import { unreadableFile } from './table-columns';

/** Bytes by which {@link detectContainer} distinguishes files. */
export const CONTAINER_BYTES = 8;

/** `zip`: a workbook, or another archive. `compound`: an old or an encrypted workbook. */
export type FileContainer = 'text' | 'zip' | 'compound';

/** What a file is packed in, by its first bytes. */
export function detectContainer(head: Uint8Array): FileContainer {
  const starts = (...bytes: readonly number[]): boolean => bytes.every((byte, at) => head[at] === byte);
  if (starts(0x50, 0x4b, 3, 4) || starts(0x50, 0x4b, 5, 6)) return 'zip';
  return starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1) ? 'compound' : 'text';
}

/** Why a compound file is not read: Excel packs what has a password in one, and wrote its tables as one up to 2003. */
export function rejectCompoundFile(content: Buffer): Error {
  const encrypted = content.includes(Buffer.from('EncryptedPackage', 'utf16le'));
  return unreadableFile(
    encrypted
      ? 'the workbook is encrypted; save it without a password'
      : 'the file is an old workbook (.xls); save it as .xlsx or CSV',
  );
}
