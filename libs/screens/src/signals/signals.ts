import type { Screen } from '../domain/screen';
import { apron } from './apron';
import { compression } from './compression';
import { evr } from './evr';
import { highTightFlag } from './high-tight-flag';
import { limitShakeout } from './limit-shakeout';
import { lps } from './lps';
import { ma250Back } from './ma250-back';
import { ma30Rise } from './ma30-rise';
import { maVolume } from './ma-volume';
import { noDeepPullback } from './no-deep-pullback';
import { platform } from './platform';
import { pullback } from './pullback';
import { rps } from './rps';
import { sos } from './sos';
import { spring } from './spring';
import { turtle } from './turtle';
import { volBreakout } from './vol-breakout';

/** The named signals, in the order in which they are listed. */
export const SIGNALS: readonly Screen[] = [
  volBreakout,
  maVolume,
  turtle,
  ma30Rise,
  platform,
  ma250Back,
  apron,
  noDeepPullback,
  highTightFlag,
  limitShakeout,
  rps,
  spring,
  sos,
  lps,
  evr,
  compression,
  pullback,
];
