import { CHANNEL_KINDS } from '../domain/channel-kind';
import { paceOf, refusalWaitSeconds, startShiftMs } from './pace';

const at = (time: string): number => Date.parse(`2026-11-27T${time}+08:00`);

it('each kind has the pace of its service', () => {
  const limits = (kind: (typeof CHANNEL_KINDS)[number]) =>
    paceOf(kind).limits.map(({ messages, perMs }) => `${messages}/${perMs}`);
  expect(Object.fromEntries(CHANNEL_KINDS.map((kind) => [kind, limits(kind).join(' ')]))).toEqual({
    wecom: '18/60000',
    feishu: '4/1000 90/60000',
    lark: '4/1000 90/60000',
    dingtalk: '18/60000',
    telegram: '1/1000',
    bark: '',
    serverchan: '',
    pushplus: '',
    email: '',
    ntfy: '',
    webhook: '',
  });
});

it('a rate refusal waits a minute, a second one of DingTalk ten', () => {
  expect([1, 2, 3].map((count) => refusalWaitSeconds('dingtalk', count))).toEqual([60, 600, 600]);
  expect([1, 2, 3].map((count) => refusalWaitSeconds('wecom', count))).toEqual([60, 60, 60]);
});

it('Feishu starts up to 90 s later at the full and half hour', () => {
  for (const time of ['08:00:00', '08:30:59', '00:00:30']) {
    expect(startShiftMs('feishu', at(time), 0.5)).toBe(45_000);
    expect(startShiftMs('lark', at(time), 0.999)).toBe(89_910);
    expect(startShiftMs('wecom', at(time), 0.5)).toBe(0);
  }
  for (const time of ['08:01:00', '08:29:59', '08:15:00']) expect(startShiftMs('feishu', at(time), 0.5)).toBe(0);
});
