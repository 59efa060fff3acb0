import type { Schemas } from '../../api/client';

type Model = Schemas['ModelSetupResponse'];
type Preset = Schemas['PresetResponse'];

const TEXTS = ['model', 'preset', 'baseUrl', 'apiKeyEnv'] as const;
export const LIMITS = ['concurrency', 'rpm', 'tpm', 'maxTokens', 'timeoutMs', 'temperature'] as const;
export const PRICES = ['pricePerMTokIn', 'pricePerMTokOut', 'pricePerMTokCachedIn'] as const;

type Field = 'name' | 'extraBody' | (typeof TEXTS)[number] | (typeof LIMITS)[number] | (typeof PRICES)[number];

/** What a person has typed of a model: texts as they are, blank if they give none. */
export type ModelDraft = Record<Field, string> & { stream: boolean; enabled: boolean };

export function toDraft(model?: Model): ModelDraft {
  const text = (value: string | number | null | undefined): string => String(value ?? '');
  const fields = Object.fromEntries(
    [...TEXTS, ...LIMITS, ...PRICES].map((field) => [field, text(model?.[field])]),
  ) as Record<Exclude<Field, 'name' | 'extraBody'>, string>;
  return {
    ...fields,
    name: text(model?.name),
    extraBody: model === undefined ? '' : bodyText(model.extraBody),
    stream: model?.stream ?? true,
    enabled: model?.enabled ?? true,
  };
}

/** The draft with the facts of a vendor in the place of what it said before; prices stay. */
export function withPreset(draft: ModelDraft, preset: Preset | undefined): ModelDraft {
  if (preset === undefined) return { ...draft, preset: '' };
  const { name, baseUrl, apiKeyEnv, extraBody, stream, maxTokens, concurrency, rpm } = preset;
  const text = (value: string | number | null): string => String(value ?? '');
  return {
    ...draft,
    ...{ preset: name, baseUrl, apiKeyEnv: text(apiKeyEnv), extraBody: bodyText(extraBody), stream },
    ...{ maxTokens: text(maxTokens), concurrency: text(concurrency), rpm: text(rpm) },
  };
}

/** What is sent. A text that is no number, or no JSON, goes as it is: the server says what is wrong with it. */
export function toBody(draft: ModelDraft): Schemas['ConsoleModelBody'] {
  const { extraBody, stream, enabled } = draft;
  const texts = TEXTS.map((field) => [field, draft[field].trim() || null]);
  const numbers = [...LIMITS, ...PRICES].map((field) => [field, toNumber(draft[field].trim())]);
  return {
    ...Object.fromEntries([...texts, ...numbers]),
    ...{ extraBody: parseJson(extraBody), stream, enabled },
  } as Schemas['ConsoleModelBody'];
}

function bodyText(extraBody: unknown): string {
  const text = JSON.stringify(extraBody);
  return text === '{}' ? '' : text;
}

function toNumber(text: string): number | string | null {
  if (text === '') return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
