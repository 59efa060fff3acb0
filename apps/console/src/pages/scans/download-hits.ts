import { Failure } from '../../api/failure';

/** Hands the hits of a scan to the browser as the CSV file that the server makes of them. @throws Failure */
export async function downloadHits(id: number): Promise<void> {
  const response = await fetch(`/api/stock-cycle/scans/${id}/hits`, { headers: { accept: 'text/csv' } }).catch(
    (cause: unknown) => {
      throw Failure.unreachable(cause);
    },
  );
  if (!response.ok) throw Failure.ofReply(response, await response.json().catch(() => undefined));
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? `scan-${id}.csv`;
  link.click();
  // The click has handed the file over when the next task begins.
  setTimeout(() => URL.revokeObjectURL(url));
}
