import { capWarnings } from './cap-warnings';

it('a warning refers users of the vendor to a later scan, and users of files to the shares file', () => {
  const doubts = { withoutCap: 2, estimatedCaps: 3 };
  const vendor = capWarnings({ ...doubts, byVendor: true });
  expect(vendor).toEqual([
    expect.stringMatching(/^for 3 candidates .* daily_basic later, scan again then$/),
    expect.stringMatching(/^2 stocks .* scan again then$/),
  ]);
  const files = capWarnings({ ...doubts, byVendor: false });
  expect(files).toEqual([expect.stringMatching(/\(capEstimated\)$/), expect.stringContaining('--shares FILE')]);
  expect(capWarnings({ withoutCap: 0, estimatedCaps: 0, byVendor: false })).toEqual([]);
});
