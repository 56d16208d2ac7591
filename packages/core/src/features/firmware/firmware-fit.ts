/** Which firmware is for which device, by what it says of itself: pure, the same before a task, at each send and on screens. */

export interface FirmwareTarget {
  deviceTypeId: number
  /** As the device reported it; null: it never did. */
  firmware: string | null
  hardware: string | null
}

export interface FirmwareRules {
  deviceTypeId: number
  version: string
  /** Null: any. */
  hardware: string | null
  /** Empty: any. */
  fromVersions: readonly string[]
}

/** Why a device is not sent a file. Those of `asked` are for the device to say. */
export const misfits = [
  'wrongType',
  'sameVersion',
  'hardwareUnknown',
  'wrongHardware',
  'versionUnknown',
  'wrongVersion',
] as const
export type Misfit = (typeof misfits)[number]

/** What the device has not said yet, and may say when it is asked. */
export const isUnknown = (misfit: Misfit | null): boolean =>
  misfit === 'hardwareUnknown' || misfit === 'versionUnknown'

/** @returns null where the device may be sent the file */
export function misfitOf(file: FirmwareRules, device: FirmwareTarget): Misfit | null {
  if (file.deviceTypeId !== device.deviceTypeId) return 'wrongType'
  if (device.firmware !== null && reportsVersion(device.firmware, file.version)) return 'sameVersion'
  if (file.hardware !== null) {
    if (device.hardware === null) return 'hardwareUnknown'
    if (!reportsVersion(device.hardware, file.hardware)) return 'wrongHardware'
  }
  if (file.fromVersions.length === 0) return null
  const { firmware } = device
  if (firmware === null) return 'versionUnknown'
  return file.fromVersions.some((version) => reportsVersion(firmware, version)) ? null : 'wrongVersion'
}

/**
 * Is this version in what the device says? Devices add their model or a date, so it is sought as a whole word:
 * `1.2.4` is in `GT06N V1.2.4 2026`, and not in `1.2.40` or `11.2.4`.
 */
export function reportsVersion(reported: string, version: string): boolean {
  const text = reported.trim().toLowerCase()
  const sought = version.trim().toLowerCase()
  if (sought === '') return false
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const before = text.slice(0, at)
    const after = text.slice(at + sought.length)
    // `V` before a number belongs to neither.
    const isBegin = !/[\w.]$/.test(before) || (/(?:^|[^a-z0-9.])v$|_$/.test(before) && /^\d/.test(sought))
    if (isBegin && !/^(?:\w|\.\w)/.test(after.replace(/^_/, ' '))) return true
  }
  return false
}

const labels = [
  // `SW VER: 1.2`, `[VERSION]GT06N_V02`, `Firmware=1.2`, `Ver:03.18.14_04 GPS:…`
  /(?:\[version\]|\b(?:(?:sw|soft(?:ware)?|fw|firm(?:ware)?|app)[ _-]*)?ver(?:sion)?s?(?:no)?\s*[:=,]|\b(?:firmware|software|fw|sw)\s*[:=])\s*([^\s,;#\]]+)/i,
]
const longest = 64

/** The version in a reply to the question for it; what has no known form is taken as it is, for words are sought in it. */
export function versionInReply(reply: string): string | null {
  const text = reply.replace(/\s+/g, ' ').trim()
  for (const label of labels) {
    const found = label.exec(text)?.[1]
    if (found) return found.slice(0, longest)
  }
  return text === '' ? null : text.slice(0, longest)
}
