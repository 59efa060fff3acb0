import { normalQuantile } from './normal-distribution';

/**
 * Wilson's interval of a share.
 * @param samples What the samples are worth: their number over the design effect. Need not be whole.
 */
export function wilsonInterval(
  share: number,
  samples: number,
  confidence = 0.95,
): readonly [low: number, high: number] {
  const z = normalQuantile((1 + confidence) / 2);
  const centre = (share + (z * z) / (2 * samples)) / (1 + (z * z) / samples);
  const half =
    (z / (1 + (z * z) / samples)) * Math.sqrt((share * (1 - share)) / samples + (z * z) / (4 * samples * samples));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
