import { ConfigError, type EnvReader } from './env-reader';

/** Where traces are sent, and how many of them. */
export interface TracingSettings {
  /** A collector that speaks OTLP over HTTP; `/v1/traces` is appended. */
  readonly endpoint: string;
  /** Sent with every export: the key of a collector that wants one. */
  readonly headers: Readonly<Record<string, string>>;
  /** Unset: named after the process. */
  readonly serviceName: string | undefined;
  /** Share of the traces that are kept, from 0 to 1. */
  readonly sampleRatio: number;
}

/** @returns undefined if no endpoint is set: nothing is traced. The other settings must be right all the same. */
export function tracingSettings(reader: EnvReader): TracingSettings | undefined {
  const endpoint = reader.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const settings = {
    headers: parseHeaders(reader.text('OTEL_EXPORTER_OTLP_HEADERS')),
    serviceName: reader.text('OTEL_SERVICE_NAME'),
    sampleRatio: reader.fraction('OTEL_TRACES_SAMPLER_ARG', 1),
  };
  return endpoint === undefined ? undefined : { endpoint, ...settings };
}

/** `name=value,name=value`, percent-encoded as the standard has it. */
function parseHeaders(text: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const pair of text?.split(',') ?? []) {
    const [, name, value] = /^\s*([!#$%&'*+.^_`|~0-9a-z-]+)\s*=\s*([\x21-\x7e][\x20-\x7e]*?)\s*$/i.exec(pair) ?? [];
    if (name === undefined || value === undefined) throw unusable();
    headers[name.toLowerCase()] = decoded(value);
  }
  return headers;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw unusable();
  }
}

function unusable(): ConfigError {
  return new ConfigError('OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs, comma separated');
}
