/** From where a host is reached: from everywhere, within its own network, or from the machine itself alone. */
export type HostReach = 'public' | 'private' | 'loopback'

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i
/** Ranges of IPv4 that no network passes on to others, carriers' own included. */
const privateV4 =
  /^(10(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2}|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}|169\.254(\.\d{1,3}){2}|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d{1,3}){2})$/
/** Unique local and link local ones of IPv6. */
const privateV6 = /^\[?(f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/i
/** Names that only a network's own name server knows; one without a dot is such a name. */
const privateName = /^([^.:[\]]+|.+\.(local|lan|internal|home|localdomain|home\.arpa))$/i

/** @param host a name, or an address as an URL has it, without a port */
export function hostReach(host: string): HostReach {
  if (loopback.test(host)) return 'loopback'
  return [privateV4, privateV6, privateName].some((each) => each.test(host)) ? 'private' : 'public'
}
