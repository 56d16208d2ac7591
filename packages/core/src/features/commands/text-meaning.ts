/**
 * What a free text would do: a text that cuts the oil, or that can lose the device, is held to the rules of the command
 * that it is. Source: the documents of the protocols, as at their encoders.
 */
import { type CommandCode, commandRow } from './commands.ts'

type Meanings = readonly (readonly [RegExp, CommandCode])[]

/** Words that mean the same wherever they are known. */
const shared: Meanings = [
  [/^(?:P|F|E)?RELAY\d?,(?:[^,#]+,)?(?:1|ON)\b/i, 'oilCut'],
  [/^(?:DYD|TIMERCUT,[1-9]|STOP\d*\b|SETDIGOUT\s+[0?]*1)/i, 'oilCut'],
  [/^(?:P|F|E)?RELAY\d?,(?:[^,#]+,)?(?:0|OFF)\b/i, 'oilRestore'],
  [/^(?:HFYD|RESUME|SETDIGOUT\s+[0?]*0)/i, 'oilRestore'],
  [/^RELAY#?$/i, 'oilState'],
  [/^(?:FACTORY|FORMAT\b|DEFAULTCFG|BEGIN\d)/i, 'factory'],
  [/^(?:[BQG]?SERVER\d?|IP),/i, 'server'],
  [/^(?:LOCKIP|QLOCKIP|IPLOCK|LOCKAPN),/i, 'server'],
  [/^(?:ADMINIP|DNS)\d/i, 'server'],
  [/^<SPBSJ\*P:[^>]*\*[TQ]:/i, 'server'],
  [/^(?:SETPARAM\b.*[\s;]20(?:0[4-9]|10):|FLUSH\b|SWITCHIP\b)/i, 'server'],
  [/^(?:A?(?:SET)?APN,|APN\d)/i, 'apn'],
  [/^SETPARAM\b.*[\s;]200[1-3]:/i, 'apn'],
  [/^(?:GPRSON,(?:[^,#]+,)?0|SETPARAM\b.*[\s;]2000:0)/i, 'gprs'],
  [/^(?:SHUTDOWN|POWEROFF)/i, 'shutdown'],
  [/^(?:UPGRADE|FOTA|FWUPDATE|WEB_CONNECT)/i, 'upgrade'],
  [/^JAMALM,ON\b/i, 'jamAlarm'],
  [/^(?:PASSWORD|PW),/i, 'devicePassword'],
  [/^GMT,/i, 'timeZone'],
  [/^(?:CLEAR\b|DELETERECORDS)/i, 'clearData'],
  [/^(?:RESET\b|CQ\b|CPURESET)/i, 'reset'],
  [/^TIMER,/i, 'timer'],
]

/** A message by its number and its body in hex, as the encoder of JT/T 808 takes it: `8105:64`. */
const messages: Meanings = [
  [/^8105[: ]*(?:64|F0)/i, 'oilCut'],
  [/^8500[: ]*[89AB]/i, 'oilCut'],
  [/^A006[: ]*01/i, 'oilCut'],
  [/^8105[: ]*(?:65|F1)/i, 'oilRestore'],
  [/^8105[: ]*05/i, 'factory'],
  [/^8105[: ]*02/i, 'server'],
  [/^8105[: ]*03/i, 'shutdown'],
  [/^8105[: ]*0[67]/i, 'gprs'],
  [/^8105[: ]*04/i, 'reset'],
  [/^(?:8105[: ]*01|8108)/i, 'upgrade'],
  [/^8103[: ]*(?:..)+?000000(?:1[3789AB])/i, 'server'],
  [/^8103[: ]*(?:..)+?000000(?:1[012456])/i, 'apn'],
]

/** Numbers and letters that mean something in one protocol only, by its name. */
const own: Readonly<Record<string, Meanings>> = {
  jt808: messages,
  bsj: messages,
  gps103: [
    [/^(?:J|109)\b/i, 'oilCut'],
    [/^(?:K|110)\b/i, 'oilRestore'],
  ],
  tk103: [
    [/^AV0(?:10|0)/i, 'oilCut'],
    [/^AV011/i, 'oilRestore'],
    [/^AT00/i, 'reset'],
  ],
  // In a whole sentence the time comes before the values.
  h02: [
    [/^S20,(?:\d{6},)?(?:1,)?0/i, 'oilRestore'],
    [/^S20\b/i, 'oilCut'],
    [/^reset\d/i, 'reset'],
    [/^(?:S23,|804\d)/i, 'server'],
    [/^(?:S24,|803\d)/i, 'apn'],
  ],
  // Of its outputs 1 is on, 0 off, and 2 leaves it.
  meitrack: [
    [/^C01,\d*,[02]*1/i, 'oilCut'],
    [/^C01,/i, 'oilRestore'],
    [/^A2[123],/i, 'server'],
    [/^F11\b/i, 'factory'],
    [/^F09,/i, 'clearData'],
    [/^B36,/i, 'timeZone'],
    [/^F01\b/i, 'reset'],
  ],
}

/** The head of a full sentence, with the device's id, before the command. */
const address = /^(?:\*\*,imei:[^,]*,|\(\d+,?|\*\w\w,\w+,)/i

const asText = (content: string, meanings: Meanings): CommandCode | undefined =>
  meanings.find(([words]) => words.test(content))?.[1]

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Texts that a type of device has instead of those of its protocol: `{name}` stands for any value. */
type OwnTexts = { readonly [C in CommandCode]?: string }

const asOwn = (content: string, texts: OwnTexts): CommandCode | undefined =>
  (Object.entries(texts) as [CommandCode, string][]).find(([, text]) => {
    const parts = text.replace(/#$/, '').split(/\{\w+\}/)
    return new RegExp(`^${parts.map(literally).join('.*')}#?$`, 'i').test(content)
  })?.[0]

/**
 * The command of the catalogue that this text is to be treated as; `text`: nothing of the kind.
 * @param wire protocol of the device; left out: it may be any, and the most dangerous meaning counts
 */
export function meaningOf(content: string, wire?: string, texts: OwnTexts = {}): CommandCode {
  const command = content.trim().replace(address, '')
  const special = wire === undefined ? Object.values(own) : [own[wire] ?? []]
  const found = [...special, shared].map((meanings) => asText(command, meanings))
  return riskiest([asOwn(content.trim(), texts), ...found].filter((code) => code !== undefined))
}

const weight = (code: CommandCode): number =>
  code === 'oilCut' ? 3 : { losing: 2, dangerous: 1, none: 0 }[commandRow(code).risk ?? 'none']

/** Of what a text means to several devices, that which is to be feared most; the first of equals. */
export const riskiest = (codes: readonly CommandCode[]): CommandCode =>
  codes.toSorted((one, other) => weight(other) - weight(one))[0] ?? 'text'

/** Is it a question, whose answer is a value? `NAME#` without parameters is one on most firmware. */
export const asksOnly = (content: string): boolean =>
  /^(?:STATUS|PARAM|GPRSSET|SCXSZ|VERSION|VER|WHERE|DWXX|URL|ICCID|IMEI|IMSI|CHECK|TIMER|FENCE|RELAY|GETINFO|GETVER|GETSTATUS|GETGPS|GETIO|GETPARAM)\b[^,]*#?$/i.test(
    content.trim(),
  )
