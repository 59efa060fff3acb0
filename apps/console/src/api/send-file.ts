import { Failure } from './failure';

/**
 * Sends one file as the part `file` of a form, and reports how much of it is on its way.
 *
 * `fetch` does not report the progress of what it sends; `XMLHttpRequest` does.
 * @param onProgress Called with a fraction from 0 to 1.
 * @returns the `data` of the response.
 * @throws Failure if the server rejected the request, or could not be reached.
 */
export function sendFile<Data>(url: string, file: File, onProgress: (fraction: number) => void): Promise<Data> {
  const form = new FormData();
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onerror = () => reject(Failure.unreachable(new Error('no reply')));
    request.onload = () => {
      const body = parsed(request.responseText);
      const headers = { 'x-request-id': request.getResponseHeader('x-request-id') ?? '' };
      if (request.status >= 200 && request.status < 300) resolve((body as { data: Data }).data);
      else reject(Failure.ofReply(new Response(null, { status: request.status, headers }), body));
    };
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
