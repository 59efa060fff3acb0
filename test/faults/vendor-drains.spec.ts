import { describeVendorDrains } from '../support/worlds/vendor-drain-trial';

jest.setTimeout(600_000);

/** The quick version runs with the other end-to-end tests. */
describe('a long drain through real habits of vendors', () => describeVendorDrains(300));
