import { BlockList, isIP } from 'node:net'

/**
 * Addresses that no user may have the platform connect to: its own machine and network, and what is no public host.
 * Old spellings of IPv4 addresses within IPv6 (`::7f00:1`, RFC 4291 2.5.5.1; `::ffff:0:7f00:1`, RFC 2765) count with them.
 * Source: the IANA special-purpose address registries (IPv4, IPv6) and the metadata services of clouds.
 */
const networks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]

// IPv4 addresses within IPv6 (`::ffff:10.0.0.1`) are matched by the rules of IPv4.
const blocked = new BlockList()
for (const network of networks) {
  const [address = '', prefix] = network.split('/')
  blocked.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4')
}

/** @param address without brackets; what is no address is private */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  return family === 0 || blocked.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
