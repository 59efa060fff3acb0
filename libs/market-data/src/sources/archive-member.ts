import { AppError } from '#lib/kernel';
import { archiveFault } from './archive-fault';

const LARGEST_MEMBER = 2 ** 30;

/**
 * Checks a member before any of it is read. Nothing is ever written under a member's name, yet an archive with such a
 * name was made to harm, and none of it is taken.
 * @throws AppError `bad_archive`
 */
export function checkArchiveMember(name: string, size: number): void {
  const parts = name.split(/[/\\]/);
  if (/^(?:[/\\]|[a-z]:)/i.test(name) || parts.includes('..') || name.includes('\0')) {
    throw badArchive(`its member ${JSON.stringify(name.slice(0, 80))} has a name that leaves the folder`);
  }
  if (size > LARGEST_MEMBER) {
    throw badArchive(`its member ${JSON.stringify(name.slice(0, 80))} is larger than 1 GiB`);
  }
}

/** A member's bytes; what breaks while they are unpacked is the archive's fault. */
export async function* memberContent(path: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    throw await archiveFault(path, error);
  }
}

function badArchive(what: string): AppError {
  return new AppError('invalid', 'bad_archive', `the archive is refused: ${what}`);
}
