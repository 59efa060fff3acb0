import type { VendorModel } from '../fakes/fake-ai-vendor';
import { VendorDrain } from './vendor-drain';

/** Requests that meet an outage; each question is put three times. */
const OUTAGE_REQUESTS = 20;
/** Models that answer every session, if one waits for them. */
const WAITED_FOR = ['thinker', 'limited', 'outage', 'masked', 'streamer'];
/** Stocks on which the content filter of a model withholds its answer. */
const WITHHELD = /00010[3-5]/;
const COUNT_WITHHELD = 3;
/** A request and its repetitions. */
const REQUESTS_OF_A_CALL = 3;

/**
 * Drains through a vendor with bad habits: nothing is lost, nothing is paid twice, every call is in the books.
 * @param count Sessions.
 */
export function describeVendorDrains(count: number): void {
  let world: VendorDrain;
  let outageLeft = 0;
  let isPaidUp = false;
  const answered = (model: string): number => world.vendor.counts(model).answered;
  const isOut = (): number | undefined => {
    outageLeft -= 1;
    return outageLeft >= 0 ? 503 : undefined;
  };
  const models: Readonly<Record<string, VendorModel>> = {
    thinker: { thinks: true, delayMs: 5 },
    // Its limits, and every third request on top: how fast a machine asks must not decide whether it meets them.
    limited: { concurrency: 2, rpm: 10, minuteMs: 400, delayMs: 30, outage: everyThird(429) },
    outage: { outage: isOut },
    // Says that it is asked too often in bodies with status 200.
    masked: { errorsIn200: true, concurrency: 2, delayMs: 10 },
    prudish: { filters: { when: (prompt) => WITHHELD.test(prompt), at: 'output' } },
    streamer: { streamOnly: true, thinks: true },
    // Cuts the prompt without a word.
    short: { contextTokens: 200 },
    poor: {
      errorsIn200: false,
      // Pays for a third of the sessions; then it is in arrears until somebody has paid.
      get balance() {
        return isPaidUp || answered('poor') < count / 3 ? Infinity : 0;
      },
    },
  };

  beforeAll(async () => {
    world = await VendorDrain.start(count, models);
  });
  afterAll(() => world.stop());

  /** One for each session, and one for each call that had to be begun again. */
  async function expectAnswers(model: string, sessions: number): Promise<void> {
    const most = sessions + (await world.begunAgain(model));
    expect([model, answered(model) >= sessions && answered(model) <= most]).toEqual([model, true]);
  }

  /** Nothing is paid twice, and every call is in the books. A request whose connection broke on its way is in the books alone. */
  async function expectBooks(model: string): Promise<void> {
    const { calls, paidTwice } = world.vendor.counts(model);
    const again = await world.begunAgain(model);
    expect([model, paidTwice <= again]).toEqual([model, true]);
    expect((await world.requests(model)) + again * REQUESTS_OF_A_CALL).toBeGreaterThanOrEqual(calls);
  }

  it(`fills ${count} sessions through limits, thinking, an outage, filters and errors with status 200`, async () => {
    await world.configure([
      { name: 'thinker', stream: false },
      { name: 'limited', concurrency: 3 },
      ...['outage', 'masked', 'prudish', 'streamer', 'short'].map((name) => ({ name })),
    ]);
    outageLeft = OUTAGE_REQUESTS;
    const report = await world.drain('daily');
    expect(report).toMatchObject({ status: 'completed', total: count, filled: count, skipped: 0, failed: 0 });
    expect(report).toMatchObject({ generated: count * 10, overwritten: 0, waiting: 0 });
    expect(await world.records('daily_record')).toEqual({ rows: count * 10, periods: count * 10, sessions: count });
    for (const model of WAITED_FOR) await expectAnswers(model, count);
    expect(world.vendor.counts('limited').refused['outage']).toBeGreaterThan(count / 3);
    const told = report.modelFaults.map(({ model, code, sessions }) => `${model} ${code} ${sessions}`);
    expect(told).toEqual(
      expect.arrayContaining([`prudish filtered ${COUNT_WITHHELD}`, `short prompt_truncated ${count}`]),
    );
    expect(report).toMatchObject({ filledByFewer: count });
    expect(told.some((one) => one.startsWith('outage '))).toBe(true);
    for (const fault of report.modelFaults.filter(({ model }) => WAITED_FOR.includes(model))) {
      expect(fault).toMatchObject({ sessions: 0 });
    }
    for (const model of Object.keys(models)) await expectBooks(model);
    expect(await world.answeredTwice()).toBe(0);
  });

  it(`stops in arrears with one reason, and continues to the last of ${count} sessions`, async () => {
    await world.configure([{ name: 'poor' }], { circuitOpenMs: 600_000 });
    const stopped = await world.drain('weekly');
    expect(stopped).toMatchObject({ status: 'stopped', failed: 0, outcomes: [] });
    expect(['no_credit', 'refused']).toContain(stopped.stopReason?.code);
    expect(stopped.filled).toBe(answered('poor'));
    // Each lane met the refusal once at most, whatever was left.
    const { refused } = world.vendor.counts('poor');
    expect(refused['arrears']).toBeLessThanOrEqual(4 * 3);
    isPaidUp = true;
    // The circuit is open far longer than this takes, and lets the continued drain try.
    const report = await world.continue(stopped.id);
    expect(report).toMatchObject({ status: 'completed', total: count, filled: count, skipped: 0, failed: 0 });
    await expectAnswers('poor', count);
    await expectBooks('poor');
    expect(await world.answeredTwice()).toBe(0);
    const { rows, periods, sessions } = await world.records('weekly_record');
    expect([rows, sessions]).toEqual([periods, count]);
  });
}

function everyThird(status: number): () => number | undefined {
  let requests = 0;
  return () => {
    requests += 1;
    return requests % 3 === 0 ? status : undefined;
  };
}
