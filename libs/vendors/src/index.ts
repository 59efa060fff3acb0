export { VENDORS_MIGRATIONS } from './vendors-tables';
export { VendorsModule } from './vendors.module';
