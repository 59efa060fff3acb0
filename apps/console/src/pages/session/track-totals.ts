import type { Schemas } from '../../api/client';

export type Judgement = Schemas['SessionJudgementReply'];

export interface Total {
  readonly model: string;
  readonly kind: Judgement['kind'];
  /** By horizon in trading days: how many calls were scored, and how many of them were right. */
  readonly horizons: ReadonlyMap<number, { right: number; scored: number }>;
}

/** How often each model was right, by kind of call and horizon. Calls made in hindsight do not count. */
export function totalsOf(judgements: readonly Judgement[]): Total[] {
  const totals = new Map<string, Total & { horizons: Map<number, { right: number; scored: number }> }>();
  for (const { model, kind, hindsight, scores } of judgements) {
    const key = `${model}\n${kind}`;
    const total = totals.get(key) ?? { model, kind, horizons: new Map<number, { right: number; scored: number }>() };
    totals.set(key, total);
    for (const { horizon, right } of hindsight ? [] : scores) {
      if (right === null) continue;
      const counted = total.horizons.get(horizon) ?? { right: 0, scored: 0 };
      total.horizons.set(horizon, { right: counted.right + (right ? 1 : 0), scored: counted.scored + 1 });
    }
  }
  return [...totals.values()];
}
