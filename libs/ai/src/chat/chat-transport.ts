import OpenAI from 'openai';
import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import { boundedFetch, type RawResponse } from './bounded-fetch';

const HIDDEN = '[key]';
const FOREVER_MS = 2 ** 31 - 1;

export interface ChatTransportSettings {
  baseUrl: string;
  apiKey: string | undefined;
}

/**
 * One request to an OpenAI-compatible server. The package builds it (address, headers, body); sending it, reading the response,
 * and every retry are ours. Nothing of it is taken from the environment.
 */
export class ChatTransport {
  private readonly client: OpenAI;

  constructor(private readonly settings: ChatTransportSettings) {
    this.client = new OpenAI({
      baseURL: settings.baseUrl,
      apiKey: settings.apiKey ?? 'none',
      organization: null,
      project: null,
      webhookSecret: null,
      logLevel: 'off',
      maxRetries: 0,
      timeout: FOREVER_MS,
      defaultHeaders: { ...(settings.apiKey === undefined ? { Authorization: null } : {}), ...ANONYMOUS },
    });
  }

  /**
   * @param onBytes Called with each piece of the response that arrives.
   * @returns the response of whatever status, without the key if the server repeats it.
   * @throws Error if no whole response came, or `signal` aborted.
   */
  async send(body: ChatCompletionCreateParams, signal: AbortSignal, onBytes: () => void): Promise<RawResponse> {
    let response: RawResponse | undefined;
    const client = this.client.withOptions({
      fetch: async (url, init) => {
        response = await boundedFetch(url, init, onBytes);
        return new Response(null, { status: 200 });
      },
    });
    await client.chat.completions.create(body, { signal }).asResponse();
    if (response === undefined) throw new Error('the request was not sent');
    return { ...response, text: this.withoutKey(response.text) };
  }

  /** The server's text without the key, in the forms in which it may come back. */
  private withoutKey(text: string): string {
    const { apiKey } = this.settings;
    // A shorter key is no secret, and may well be part of an honest answer.
    if (apiKey === undefined || apiKey.length < SHORTEST_SECRET) return text;
    const forms = new Set([apiKey, encodeURIComponent(apiKey), JSON.stringify(apiKey).slice(1, -1)]);
    return [...forms].reduce((clean, form) => clean.replaceAll(form, HIDDEN), text);
  }
}

const SHORTEST_SECRET = 8;

/** The package would send machine, runtime and version. */
const ANONYMOUS = {
  'User-Agent': 'stock-cycle',
  ...Object.fromEntries(
    ['Lang', 'Package-Version', 'OS', 'Arch', 'Runtime', 'Runtime-Version', 'Retry-Count', 'Timeout'].map((name) => [
      `X-Stainless-${name}`,
      null,
    ]),
  ),
};
