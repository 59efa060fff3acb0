import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `money_flow`: the net of a stock's orders on a day as a vendor counts it, in yuan. The vendor is part of the key: figures
 * of two vendors never add up. The key begins as its readers ask: one vendor, some days, the whole market.
 */
export class CreateMoneyFlow1770000000095 implements MigrationInterface {
  name = 'CreateMoneyFlow1770000000095';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table money_flow (
        vendor text collate "C" not null,
        trade_date date not null,
        code text collate "C" not null,
        net_main double precision,
        net_xl double precision,
        net_l double precision,
        net_m double precision,
        net_s double precision,
        net_active double precision,
        constraint money_flow_pkey primary key (vendor, trade_date, code),
        constraint money_flow_vendor_check check (vendor in ('tushare', 'eastmoney', 'ths')),
        constraint money_flow_code_check check (code ~ '^[0-9]{6}$'),
        constraint money_flow_any_check check (num_nonnulls(net_main, net_xl, net_l, net_m, net_s, net_active) > 0),
        constraint money_flow_vendor_columns_check check (
          (vendor = 'tushare' or net_active is null) and (vendor <> 'ths' or net_xl is null)),
        constraint money_flow_finite_check check (
          greatest(abs(net_main), abs(net_xl), abs(net_l), abs(net_m), abs(net_s), abs(net_active)) < 'infinity')
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from market_sync_unit where data_set in ('moneyflow', 'moneyflow_dc', 'moneyflow_ths')`);
    await runner.query('drop table money_flow');
  }
}
