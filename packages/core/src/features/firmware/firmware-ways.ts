/** How devices of a type take firmware. */

export const firmwareWays = ['parts', 'control', 'text'] as const
export type FirmwareWay = (typeof firmwareWays)[number]

/** Fields of 8105 command 1: URL, APN, user, password, address, TCP port, UDP port, maker, hardware, firmware, minutes. */
export const usualControl = '{url};;;;{host};{port};0;;;{version};60'
const controlFields = 11

/** What stands in the braces of a template. */
export interface LinkValues {
  url: string
  version: string
  /** What the device is registered under. */
  id: string
  /** Another one for each upgrade, four hex digits. */
  serial: string
}

/** Does the template name the link, and of terminal control all fields? */
export function isLinkTemplate(way: FirmwareWay, template: string | null): boolean {
  if (way === 'parts') return true
  if (template === null) return way === 'control'
  if (!/\{(?:url|host)\}/.test(template)) return false
  return way === 'text' || template.split(';').length === controlFields
}

/** @returns what is sent: links hold no `;`, which divides fields */
export function fillTemplate(template: string, { url, version, id, serial }: LinkValues): string {
  const { hostname, port, protocol } = new URL(url)
  const values: Record<string, string> = {
    url,
    host: hostname,
    port: port || (protocol === 'https:' ? '443' : '80'),
    version,
    id,
    serial,
  }
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
