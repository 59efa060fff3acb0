const LONGEST = 100;

/**
 * The name under which an uploaded file is kept and shown: its last part, without what a path or a terminal could read
 * something into. A file without a name is a CSV file: that is what may come without one.
 */
export function uploadName(name: string | undefined): string {
  const last = (name ?? '').normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const safe = last.replaceAll(/[^\p{L}\p{N}._-]/gu, '_').replace(/^[.]+/, '_');
  // The end tells the kind of file.
  const kept = [...safe].slice(-LONGEST).join('');
  return kept === '' ? 'upload.csv' : kept;
}
