import { Failure } from './failure';

/** By which spreadsheets know UTF-8; the server sends none. */
const UTF8_MARK = '\ufeff';

/**
 * Hands a list to the browser as the CSV file that the server makes of it, under the server's name.
 * @param path With its query. @throws Failure
 */
export async function downloadList(path: string): Promise<void> {
  const response = await fetch(path, { headers: { accept: 'text/csv' }, credentials: 'same-origin' }).catch(
    (cause: unknown) => {
      throw Failure.unreachable(cause);
    },
  );
  if (!response.ok) throw Failure.ofReply(response, await response.json().catch(() => undefined));
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'list.csv';
  keepCsv(await response.blob(), name);
}

/** Hands the lines of a CSV file to the browser to keep. */
export function keepCsv(lines: string | Blob, name: string): void {
  const url = URL.createObjectURL(new Blob([UTF8_MARK, lines], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Not at once: some browsers have not begun to read it yet.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
