import type { Screen } from './domain/screen';
import { fundamental } from './fundamental/fundamental';
import { lowVolume } from './low-volume/low-volume';
import { lowVolumePool } from './low-volume-pool/low-volume-pool';
import { sellingClimax } from './selling-climax/selling-climax';
import { netInflow } from './net-inflow/net-inflow';
import { OWN_EVENTS } from './signals/own-events';
import { SIGNALS } from './signals/signals';
import { topGainers } from './top-gainers/top-gainers';

/** Every built-in screen whose rule is here, in the order in which they are listed. */
export const SCREENS: readonly Screen[] = [
  topGainers,
  netInflow,
  sellingClimax,
  lowVolume,
  lowVolumePool,
  fundamental,
  ...SIGNALS,
  ...OWN_EVENTS,
];
