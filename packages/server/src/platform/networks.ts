import ipaddr from 'ipaddr.js'

/** The usual network of one customer, and the smallest one that is announced by itself. */
const prefixes = { customer: { ipv4: 32, ipv6: 64 }, operator: { ipv4: 24, ipv6: 48 } }

/**
 * The network of an address, `2001:db8:0:7::/64`: of a customer, who may use all its addresses in turn, or of an
 * operator. Two spellings of an address have one network. What is no address is returned as it is.
 */
export function networkOf(address: string, whose: keyof typeof prefixes): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  const prefix = prefixes[whose][parsed.kind()]
  const bytes = parsed.toByteArray().map((byte, at) => (at * 8 < prefix ? byte : 0))
  return `${ipaddr.fromByteArray(bytes)}/${prefix}`
}

/** Is this one address or a network in CIDR, such as `10.0.0.0/8`? */
export function isNetwork(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
}

/** Is this an address that no stranger has: of the machine itself, or of a network behind it? */
export function isPrivate(address: string): boolean {
  const inside = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']
  return ipaddr.isValid(address) && inside.includes(ipaddr.process(address).range())
}

/** Is this the machine itself? */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}
