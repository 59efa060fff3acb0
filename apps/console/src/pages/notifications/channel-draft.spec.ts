import { isFilledIn, toChangeBody, toChannelDraft, toCreateBody, withKind } from './channel-draft';
import { type Channel, CHANNEL_KINDS } from './channel-fields';

const DINGTALK: Channel = {
  ...{ id: 1, name: 'group', kind: 'dingtalk', endpoint: null, enabled: true, disabledReason: null },
  config: { access_token: '••••a1b2', secret: '••••cret' },
  ...{ createdAt: '2026-11-20T00:00:00Z', updatedAt: '2026-11-20T00:00:00Z' },
};

it('a stored channel that is saved without a change sends its masks back', () => {
  expect(toChangeBody(toChannelDraft(DINGTALK))).toEqual({
    ...{ name: 'group', endpoint: null },
    config: { access_token: '••••a1b2', secret: '••••cret' },
  });
});

it('a secret that is emptied is removed, and one that is typed replaces the mask', () => {
  const draft = toChannelDraft(DINGTALK);
  const { config } = toChangeBody({ ...draft, config: { access_token: ' new ', secret: '' } });
  expect(config).toEqual({ access_token: 'new', secret: null });
});

it('a channel whose settings cannot be read is not filled in', () => {
  expect(isFilledIn(toChannelDraft(DINGTALK))).toBe(true);
  expect(isFilledIn(toChannelDraft({ ...DINGTALK, config: null }))).toBe(false);
});

it('a new channel leaves out what is empty', () => {
  const draft = { ...toChannelDraft(), name: ' hook ', kind: 'webhook' as const, endpoint: 'https://example.com/x' };
  expect(isFilledIn(draft)).toBe(true);
  expect(isFilledIn({ ...draft, endpoint: '' })).toBe(false);
  expect(toCreateBody(draft)).toEqual({ name: 'hook', kind: 'webhook', endpoint: 'https://example.com/x', config: {} });
});

it('mail takes a port as a number, and a server without a login', () => {
  const draft = withKind(toChannelDraft(), 'email');
  const config = { ...draft.config, host: 'mail.example.com', from: 'a@example.com', to: 'b@example.com' };
  const body = toCreateBody({ ...draft, name: 'mail', config });
  expect(body).toEqual({
    ...{ name: 'mail', kind: 'email' },
    config: { ...config, port: 465, secure: true, username: '', password: '' },
  });
});

it('another kind begins empty', () => {
  for (const kind of CHANNEL_KINDS) {
    expect(isFilledIn(withKind({ ...toChannelDraft(DINGTALK), endpoint: 'https://example.com' }, kind))).toBe(false);
  }
});
