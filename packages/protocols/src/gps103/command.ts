/**
 * Commands of GPS103: `**,imei:<id>,<letter>[,<value>]`. Some models echo the letter in their next record, most say
 * nothing. Source: Coban GPS103 document, "commands from the server".
 */
import { type CommandTexts, textCommands } from '../wire/command-texts.ts'
import type { WireSession } from '../wire/message.ts'

const texts: CommandTexts = {
  locate: () => 'B',
  timer: ({ movingS }) => (movingS === 0 ? 'D' : interval(movingS)),
  resetAlarm: () => 'E',
  speedAlarm: ({ isOn, speedKmh }) => (isOn ? `H,${String(speedKmh).padStart(3, '0')}` : null),
  oilCut: () => 'J',
  oilRestore: () => 'K',
  defenceOn: () => 'L',
  defenceOff: () => 'M',
  takePhoto: () => '160',
}

/** Two digits and a unit; null: no unit has it. */
function interval(seconds: number): string | null {
  for (const [unit, size] of [
    ['s', 1],
    ['m', 60],
    ['h', 3_600],
  ] as const) {
    const count = seconds / size
    if (Number.isInteger(count) && count < 100) return `C,${String(count).padStart(2, '0')}${unit}`
  }
  return null
}

export const encodeCommand = textCommands(texts, (text, _session: WireSession, { terminalId }) => {
  const line = text.startsWith('**') ? text : `**,imei:${terminalId},${text}`
  const [letter] = text.split(',')
  return {
    content: text,
    frames: [new TextEncoder().encode(line)],
    correlations: text.startsWith('**') ? [] : [letter!],
    isUnanswered: true,
  }
})
