import { ChatError } from './chat-error';
import type { ChatErrorCode } from '../domain/chat-error-code';
import { type Caller, Circuit } from './circuit';

describe('a circuit', () => {
  let now = 0;
  let calls = 0;
  let circuit = new Circuit(1000, () => now);
  beforeEach(() => {
    now = 0;
    calls = 0;
    circuit = new Circuit(1000, () => now);
  });

  const OF_A_FILL = { jobId: 10 };
  const meet = async (code: ChatErrorCode | null, caller: Caller = OF_A_FILL): Promise<string> => {
    const met = circuit.run(caller, () => {
      calls += 1;
      return code === null ? Promise.resolve('answer') : Promise.reject(new ChatError(code));
    });
    return met.catch((error: unknown) => (error as ChatError).code);
  };
  const times = async (count: number, code: ChatErrorCode | null): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) await meet(code);
  };

  it.each<[code: ChatErrorCode, opensAfter: number, reported: string]>([
    ['server_error', 5, 'circuit_open'],
    ['rate_limited', 5, 'circuit_open'],
    ['unauthorized', 2, 'unauthorized'],
    ['no_credit', 2, 'no_credit'],
    ['refused', 2, 'refused'],
  ])('opens on %s after %d and then reports %s', async (code, opensAfter, reported) => {
    await times(opensAfter, code);
    expect(await meet(null)).toBe(reported);
    expect(calls).toBe(opensAfter);
  });

  it.each<ChatErrorCode>(['filtered', 'too_long', 'budget_spent', 'no_slot'])('does not open on %s', async (code) => {
    await times(10, code);
    expect(await meet(null)).toBe('answer');
  });

  it('lets one call through after its time, and the others wait for its end', async () => {
    await times(5, 'timeout');
    now = 1001;
    let end: (value: string) => void = () => undefined;
    const probe = circuit.run(OF_A_FILL, () => new Promise<string>((resolve) => (end = resolve)));
    expect(await meet(null)).toBe('circuit_open');
    end('answer');
    expect(await probe).toBe('answer');
    expect(await meet(null)).toBe('answer');
  });

  it('stops no work while the one call goes through: its cause may be repaired', async () => {
    await times(2, 'no_credit');
    expect(await meet(null)).toBe('no_credit');
    now = 1001;
    let end: (value: string) => void = () => undefined;
    const probe = circuit.run(OF_A_FILL, () => new Promise<string>((resolve) => (end = resolve)));
    expect(await meet(null)).toBe('circuit_open');
    end('answer');
    expect(await probe).toBe('answer');
  });

  describe('open on an error that a person repairs', () => {
    /** The lanes of a drain call in the name of its first job, whichever round it is in. */
    const round = (roundJobId: number): Caller => ({ jobId: 5, roundJobId });
    beforeEach(async () => {
      for (let turn = 0; turn < 2; turn += 1) await meet('no_credit', round(5));
    });

    it('lets a round that began afterwards call at once', async () => {
      expect(await meet(null, round(5))).toBe('no_credit');
      expect(await meet(null, { jobId: 12 })).toBe('no_credit');
      expect(await meet(null, round(12))).toBe('answer');
      expect(await meet(null, round(5))).toBe('answer');
    });

    it('lets each round call once if nothing was repaired', async () => {
      expect(await meet('no_credit', round(12))).toBe('no_credit');
      calls = 0;
      expect(await meet(null, round(12))).toBe('no_credit');
      expect(calls).toBe(0);
      expect(await meet(null, round(13))).toBe('answer');
    });

    it('lets no call through to a server that fails, of any job', async () => {
      expect(await meet('server_error', round(12))).toBe('server_error');
      expect(await meet(null, round(13))).toBe('circuit_open');
    });
  });

  it('stays open if the one call failed, or was given up', async () => {
    await times(5, 'timeout');
    now = 1001;
    expect(await meet('server_error')).toBe('server_error');
    expect(await meet(null)).toBe('circuit_open');
    now = 2002;
    expect(await meet('no_time')).toBe('no_time');
    expect(await meet(null)).toBe('answer');
  });
});
