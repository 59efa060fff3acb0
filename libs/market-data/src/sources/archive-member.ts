import { archiveFault } from './archive-error';

/** A member's bytes; what breaks while they are unpacked is the archive's fault. */
export async function* memberContent(path: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    throw await archiveFault(path, error);
  }
}
