import type { Language } from '@trackway/core/codes/languages.ts'
import { mailText } from '@trackway/core/codes/mail-texts.ts'
import { wallTime } from '@trackway/core/rules/wall-time.ts'

/** Lines of a mail; the others are counted. */
const maxLines = 50

/** A minute on the reader's clock. */
export const minuteText = (time: number, timeZone: string): string =>
  wallTime(time, timeZone).replace('T', ' ').slice(0, 16)

/** A device or an account by its name, the device with its id where that is another. */
export const namedText = (name: string, terminalID: string | null): string =>
  terminalID === null || terminalID === name ? name : `${name} (${terminalID})`

/** The first lines, and how many more there are. */
export function linesText(lines: readonly string[], language: Language): string {
  const more = lines.length - maxLines
  const rest = more > 0 ? [mailText('endsMore', language, { count: String(more) })] : []
  return [...lines.slice(0, maxLines), ...rest].join('\n')
}

export const paragraphsText = (paragraphs: readonly string[]): string => `${paragraphs.join('\n\n')}\n`
