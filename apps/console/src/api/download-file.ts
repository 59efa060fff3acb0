import { Failure } from './failure';

/** Fetches a file with the login and hands it to the browser to keep. @throws Failure */
export async function downloadFile(url: string, name: string): Promise<void> {
  const response = await fetch(url, { credentials: 'same-origin' }).catch((cause: unknown) => {
    throw Failure.unreachable(cause);
  });
  if (!response.ok) throw Failure.ofReply(response, await response.json().catch(() => null));
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers have not begun to read it yet.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
