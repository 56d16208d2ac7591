/** Sending devices away, what became of some, and of all; each with the keys that open it. */
export const moveTabs = {
  transferIp: ['test:transfer_ip_send'],
  transferIpResult: ['test:transfer_ip_v1'],
  transferIpResults: ['test:transfer_ip_search'],
  servers: ['test:transfer_ip_send'],
} as const
export type MoveTab = keyof typeof moveTabs
