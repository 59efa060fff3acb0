import { describeVendorDrains } from '../support/worlds/vendor-drain-trial';

jest.setTimeout(120_000);

describe('a drain through real habits of vendors', () => describeVendorDrains(40));
