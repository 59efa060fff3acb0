import type { VendorRow } from './fake-market';

/** Nets of a stock's day in ten thousand yuan: extra large to small orders, and the active ones. */
export interface InventedFlow {
  readonly elg: number;
  readonly lg: number;
  readonly md: number;
  readonly sm: number;
  readonly active: number;
}

const FLOW_APIS = ['moneyflow', 'moneyflow_dc', 'moneyflow_ths'] as const;
export type FlowApi = (typeof FLOW_APIS)[number];

export function isFlowApi(api: string): api is FlowApi {
  return FLOW_APIS.some((flow) => flow === api);
}

/** What was sold of each class, where the vendor tells both sides. */
const SOLD = 100;

/** The columns in which an API tells a flow, without stock and day. */
export function toFlowRow(api: FlowApi, flow: InventedFlow): VendorRow {
  const { elg, lg, md, sm, active } = flow;
  if (api === 'moneyflow') {
    const sides = Object.entries({ elg, lg, md, sm }).flatMap(([size, net]) => [
      [`buy_${size}_amount`, Math.round((SOLD + net) * 100) / 100],
      [`sell_${size}_amount`, SOLD],
    ]);
    return { ...(Object.fromEntries(sides) as VendorRow), net_mf_vol: 1, net_mf_amount: active };
  }
  const nets = { buy_lg_amount: lg, buy_md_amount: md, buy_sm_amount: sm };
  // Rates without a sign, as the vendor's page shows them of 10jqka.
  const rates = { buy_lg_amount_rate: 5.43, buy_md_amount_rate: 1.2, buy_sm_amount_rate: 3.3 };
  if (api === 'moneyflow_ths') return { ...nets, ...rates, net_amount: lg + md + sm, net_d5_amount: lg };
  return { ...nets, ...rates, net_amount: elg + lg, net_amount_rate: 5.43, buy_elg_amount: elg };
}
