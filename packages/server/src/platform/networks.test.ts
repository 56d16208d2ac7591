import { expect, test } from 'vitest'
import { networkOf } from './networks.ts'

test.each([
  ['203.0.113.7', '203.0.113.7/32', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.7/32', '203.0.113.0/24'],
  ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64', '2001:db8::/48'],
  ['2001:0DB8:0000:0007::9', '2001:db8:0:7::/64', '2001:db8::/48'],
  ['fe80::1%eth0', 'fe80::/64', 'fe80::/48'],
  ['::1', '::/64', '::/48'],
  ['nonsense', 'nonsense', 'nonsense'],
])('%s is of %s and %s', (address, customer, operator) =>
  expect([networkOf(address, 'customer'), networkOf(address, 'operator')]).toEqual([customer, operator]),
)
