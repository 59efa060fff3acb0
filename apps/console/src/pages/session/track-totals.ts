import type { Schemas } from '../../api/client';

export type Judgement = Schemas['SessionJudgementResponse'];

export interface Total {
  readonly model: string;
  readonly kind: Judgement['kind'];
  readonly replay: boolean;
  /** By horizon in trading days: how many samples were scored, and how many of them were right. */
  readonly horizons: ReadonlyMap<number, { right: number; scored: number }>;
}

/** How often each model was right, by kind of call and horizon, replays apart. Of calls whose days overlap one counts. */
export function countTotals(judgements: readonly Judgement[]): Total[] {
  const totals = new Map<string, Total & { horizons: Map<number, { right: number; scored: number }> }>();
  for (const { model, kind, replay, scores } of judgements) {
    const key = `${model}\n${kind}\n${replay}`;
    const total = totals.get(key) ?? {
      model,
      kind,
      replay,
      horizons: new Map<number, { right: number; scored: number }>(),
    };
    totals.set(key, total);
    for (const { horizon, right, counted } of scores) {
      if (!counted) continue;
      const sum = total.horizons.get(horizon) ?? { right: 0, scored: 0 };
      total.horizons.set(horizon, { right: sum.right + (right === true ? 1 : 0), scored: sum.scored + 1 });
    }
  }
  return [...totals.values()];
}
