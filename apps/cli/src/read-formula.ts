import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { AppError } from '#lib/kernel';

/** The text of a file, or of standard input where the name is `-`. @throws AppError `path_not_found`. */
export async function readFormula(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new AppError('not_found', 'path_not_found', `there is no file ${file}`, {
      details: { path: file },
      cause: error,
    });
  }
}
