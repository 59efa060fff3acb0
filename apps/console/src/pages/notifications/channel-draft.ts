import type { Schemas } from '../../api/client';
import { type Channel, CHANNEL_FIELDS, type ChannelKind, type ConfigField, type ConfigName } from './channel-fields';

type Config = Record<string, unknown>;

/** A channel as it is being filled in. A stored secret stands in its field as its mask. */
export interface ChannelDraft {
  readonly name: string;
  readonly kind: ChannelKind;
  readonly endpoint: string;
  readonly config: Readonly<Partial<Record<ConfigName, string | boolean>>>;
}

const SMTP_PORT = '465';

/** @param channel Undefined: a new one. */
export function toChannelDraft(channel?: Channel): ChannelDraft {
  if (channel === undefined) return withKind({ name: '', kind: 'wecom', endpoint: '', config: {} }, 'wecom');
  const { name, kind, endpoint, config } = channel;
  const shown = CHANNEL_FIELDS[kind].config.map((field) => [field.name, show(field, config?.[field.name])] as const);
  return { name, kind, endpoint: endpoint ?? '', config: Object.fromEntries(shown) };
}

/** The draft of another kind: its name stays, what the other kind asks for begins empty. */
export function withKind(draft: ChannelDraft, kind: ChannelKind): ChannelDraft {
  const isMail = kind === 'email';
  return { ...draft, kind, endpoint: '', config: isMail ? { port: SMTP_PORT, secure: true } : {} };
}

/** Whether everything that the kind requires is filled in. */
export function isFilledIn({ name, kind, endpoint, config }: ChannelDraft): boolean {
  const { config: fields, endpoint: use } = CHANNEL_FIELDS[kind];
  const isFull = fields.every((field) => field.isOptional === true || trimmed(config[field.name]) !== '');
  return name.trim() !== '' && isFull && (use !== 'url' || endpoint.trim() !== '');
}

export function toCreateBody(draft: ChannelDraft): Schemas['CreateChannelBody'] {
  const { name, kind } = draft;
  const given = Object.entries(readConfig(draft)).filter(([, value]) => value !== null);
  return { name: name.trim(), kind, ...readEndpoint(draft), config: Object.fromEntries(given) };
}

/** A mask goes back as it is, which changes nothing; a field that was emptied goes as null. */
export function toChangeBody(draft: ChannelDraft): Schemas['ChangeChannelBody'] {
  return { name: draft.name.trim(), ...readEndpoint(draft), config: readConfig(draft) };
}

function readEndpoint({ kind, endpoint }: ChannelDraft): { endpoint?: string | null } {
  if (CHANNEL_FIELDS[kind].endpoint === 'none') return {};
  return { endpoint: endpoint.trim() === '' ? null : endpoint.trim() };
}

function readConfig({ kind, config }: ChannelDraft): Config {
  return Object.fromEntries(
    CHANNEL_FIELDS[kind].config.map((field) => [field.name, readField(kind, field, config[field.name])]),
  );
}

/** A number that is none goes as it is: the server says what is wrong with it. */
function readField(kind: ChannelKind, { name, type }: ConfigField, given: string | boolean | undefined): unknown {
  if (type === 'flag') return given === true;
  const value = trimmed(given);
  if (type === 'number') return /^\d+$/.test(value) ? Number(value) : value;
  // A mail server without a login takes both empty.
  if (kind === 'email' && (name === 'username' || name === 'password')) return value;
  return value === '' ? null : value;
}

function show({ type }: ConfigField, value: unknown): string | boolean {
  if (type === 'flag') return value === true;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function trimmed(value: string | boolean | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}
