/**
 * What a free text would do: a text that cuts the oil, or that can lose the device, is held to the rules of the command
 * that it is. Source: `reference/commands.md` 3.1 and 7.6.
 */
import type { CommandCode } from './commands.ts'

const meanings: readonly (readonly [RegExp, CommandCode])[] = [
  [/^(?:P|F|E)?RELAY\d?,(?:[^,#]+,)?(?:1|ON)\b/i, 'oilCut'],
  [/^(?:DYD|TIMERCUT,[1-9]|STOP\d*\b|SETDIGOUT 1)/i, 'oilCut'],
  [/^(?:P|F|E)?RELAY\d?,(?:[^,#]+,)?(?:0|OFF)\b/i, 'oilRestore'],
  [/^(?:HFYD|RESUME|SETDIGOUT 0)/i, 'oilRestore'],
  [/^RELAY#?$/i, 'oilState'],
  [/^(?:FACTORY|FORMAT\b)/i, 'factory'],
  [/^[BQG]?SERVER\d?,/i, 'server'],
  [/^(?:LOCKIP|QLOCKIP|IPLOCK|LOCKAPN),/i, 'server'],
  [/^<SPBSJ\*P:[^>]*\*[TQ]:/i, 'server'],
  [/^A?(?:SET)?APN,/i, 'apn'],
  [/^GPRSON,0/i, 'gprs'],
  [/^(?:SHUTDOWN|POWEROFF)/i, 'shutdown'],
  [/^(?:RESET|CQ)\b/i, 'reset'],
  [/^TIMER,/i, 'timer'],
]

/** The command of the catalogue that this text is to be treated as; `text`: nothing of the kind. */
export const meaningOf = (content: string): CommandCode =>
  meanings.find(([words]) => words.test(content.trim()))?.[1] ?? 'text'

/** Is it a question, whose answer is a value? `NAME#` without parameters is one on most firmware. */
export const asksOnly = (content: string): boolean =>
  /^(?:STATUS|PARAM|GPRSSET|SCXSZ|VERSION|VER|WHERE|DWXX|URL|ICCID|IMEI|IMSI|CHECK|TIMER|FENCE|RELAY|GETINFO|GETVER|GETSTATUS|GETGPS|GETIO|GETPARAM)\b[^,]*#?$/i.test(
    content.trim(),
  )
