/**
 * Formats of the specification. The message of each rule is under its name in `texts`; the
 * contract takes them by `api/ruled.ts`, batches by their columns.
 */

/**
 * What a device may be registered under: digits (an IMEI, an 808 number, a maker's serial; apps make up short ones), or
 * a name with a letter in it, as H02, TK103, watches and apps send. `idFault` (`device-ids.ts`) is stricter by protocol.
 */
export const terminalIdPattern = /^(?:[0-9]{6,20}|(?=.*[A-Za-z])[0-9A-Za-z][\w.@/:-]{2,39})$/
const simPattern = /^(?:[0-9A-Za-z]{11}|[0-9A-Za-z]{13})$/
export const usernamePattern = /^[\p{L}\p{N}_.@-]{2,40}$/u
/** ICCIDs have 19 or 20 characters; the last ones may be letters on some operators' cards. */
const iccidPattern = /^[0-9]{18}[0-9A-Za-z]{1,2}$/
/** Those of SIM cards begin with 89, whoever issued them. */
const cardIccidPattern = /^89[0-9]{16}[0-9A-Za-z]{1,2}$/
const imsiPattern = /^[0-9]{15}$/
const msisdnPattern = /^\+?[0-9]{7,15}$/
/** Some makers' 808 devices count by the last eleven digits of their SIM. */
const id808Pattern = /^[0-9]{11}$/
/** Pasted lists name devices by 10 to 15 digits. */
const imeiLinePattern = /^[0-9]{10,15}$/

/** Of the mainland, with or without its country code: mobile, 400 or 800 service, landline with extension. */
const mainlandPhone =
  /^(?:\+?86[- ]?)?(?:1[3-9][0-9]{9}|[48]00-?[0-9]{3}-?[0-9]{4}|0?[1-9][0-9]{1,2}-?[2-9][0-9]{6,7}(?:-[0-9]{1,6})?)$/
/** A number with another country's code, as E.164 has it. */
const foreignPhone = /^\+(?!86)[1-9][0-9]{6,14}$/

const provinces = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼使领'
/** Province, letter, four letters or digits (five on the plates of electric cars), then one more or a special sign. */
const mainlandPlate = new RegExp(`^[${provinces}][A-Z][A-Z0-9]{4,5}[A-Z0-9挂学警港澳使领]$`)

/** `ip:port` or `name:port`; IPv6 in brackets. */
const hostPattern =
  /^(?=.{1,128}$)(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]):([0-9]{1,5})$/

/** The days that dates may name: 1900-1-1 to 2099-12-31, as epoch ms. */
const firstDatedTime = Date.UTC(1900, 0, 1)
const lastDatedTime = Date.UTC(2100, 0, 1) - 1
export const isDatedTime = (time: number): boolean => time >= firstDatedTime && time <= lastDatedTime

/** Litres that fuel options may be. */
export const fuelLitres = { min: 1, max: 29.9, step: 0.1 } as const

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

const dayPattern = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

/** Rules that are one pattern, which the contract publishes to its clients. */
export const rulePatterns = {
  imei: terminalIdPattern,
  sim: simPattern,
  iccid: iccidPattern,
  username: usernamePattern,
  email: emailPattern,
} as const

/** Whether a trimmed text that is not empty obeys the rule. */
export const formatRules = {
  imei: (text: string) => terminalIdPattern.test(text),
  imeiLine: (text: string) => imeiLinePattern.test(text),
  id808: (text: string) => id808Pattern.test(text),
  sim: (text: string) => simPattern.test(text),
  iccid: (text: string) => iccidPattern.test(text),
  cardIccid: (text: string) => cardIccidPattern.test(text),
  imsi: (text: string) => imsiPattern.test(text),
  msisdn: (text: string) => msisdnPattern.test(text),
  telephone: (text: string) =>
    mainlandPhone.test(text.replaceAll(' ', '')) || foreignPhone.test(text.replace(/[- ]/g, '')),
  plate: isPlate,
  username: (text: string) => usernamePattern.test(text),
  email: (text: string) => emailPattern.test(text),
  date: (text: string) => readDate(text) !== null,
  host: (text: string) => {
    const port = Number(hostPattern.exec(text)?.[1] ?? 0)
    return port > 0 && port < 65_536
  },
  zone: (text: string) => readZoneMinutes(text) !== null,
  // What every family's line can carry.
  command: (text: string) => /^[ -~]{1,200}$/.test(text),
} as const satisfies Record<string, (text: string) => boolean>
export type FormatRule = keyof typeof formatRules

/** A plate of the mainland is held against its form; those of other countries have forms of their own. */
function isPlate(text: string): boolean {
  const plain = text.toUpperCase().replace(/[\s·•-]/g, '')
  return /^\p{Script=Han}/u.test(plain) ? mainlandPlate.test(plain) : text.length <= 32
}

/**
 * A date that people write, from 1900-1-1 to 2099-12-31: `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm` where a time
 * follows. Null: none, or a day that no calendar has.
 */
export function readDate(text: string): string | null {
  const [, year, month, day, hour, minute] = dayPattern.exec(text.trim()) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${date}T00:00Z`)
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
  if (!isDay || year < '1900' || year > '2099') return null
  if (hour === undefined) return date
  return Number(hour) < 24 && Number(minute) < 60 ? `${date}T${hour.padStart(2, '0')}:${minute}` : null
}

/** Minutes east of Greenwich of `8`, `+8`, `UTC+08:00`, `GMT-3:30`; null: it is none between -12:00 and +14:00. */
export function readZoneMinutes(text: string): number | null {
  const [, sign, hours, minutes = '0'] =
    /^(?:UTC|GMT)?\s*([+-]?)(\d{1,2})(?::?([0-5]\d))?$/i.exec(text.trim()) ?? []
  if (hours === undefined) return null
  const total = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return total >= -720 && total <= 840 ? total : null
}

/** The digit that makes `digits` and it pass the Luhn check. */
export function luhnDigit(digits: string): string {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return String((10 - (sum % 10)) % 10)
}

/** Is the last digit of this IMEI the Luhn check of the others? */
export const isLuhnValid = (digits: string): boolean => luhnDigit(digits.slice(0, -1)) === digits.at(-1)

/** Fifteen digits, not all zeros, of which the last one is right. */
export const isImei = (text: string): boolean =>
  /^\d{15}$/.test(text) && !/^0+$/.test(text) && isLuhnValid(text)
