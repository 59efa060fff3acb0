import { estimateDrain } from './drain-estimate';

const FREE = { pricePerMTokIn: null, pricePerMTokOut: null, pricePerMTokCachedIn: null };
const PAID = { pricePerMTokIn: 2, pricePerMTokOut: 8, pricePerMTokCachedIn: 0.04 };

it('an estimate adds up the usual tokens of each model, and the cost of those with a price', () => {
  const usual = { calls: 1.5, promptTokens: 1000, completionTokens: 500 };
  expect(
    estimateDrain(300, [
      { model: 'a', prices: PAID, usual },
      { model: 'b', prices: FREE, usual },
    ]),
  ).toEqual({
    sessions: 300,
    calls: 900,
    tokens: 900_000,
    cost: 1.8,
    models: [
      { model: 'a', calls: 450, promptTokens: 300_000, completionTokens: 150_000, cost: 1.8 },
      { model: 'b', calls: 450, promptTokens: 300_000, completionTokens: 150_000, cost: null },
    ],
  });
});

it('an estimate guesses if a model has no history, and costs nothing without models', () => {
  expect(estimateDrain(2, [{ model: 'a', prices: PAID, usual: undefined }])).toMatchObject({
    calls: 2,
    tokens: 14_000,
  });
  expect(estimateDrain(2, [])).toEqual({ sessions: 2, calls: 0, tokens: 0, cost: null, models: [] });
});
