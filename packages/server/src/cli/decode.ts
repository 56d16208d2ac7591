import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { deviceTypes } from '@trackway/core/codes/protocols.ts'
import { detectProtocol } from '@trackway/protocols/detect.ts'
import { guessProtocols } from '@trackway/protocols/guess.ts'
import type { Cut, Message, Protocol, Report } from '@trackway/protocols/protocol.ts'
import { protocolByName, protocols } from '@trackway/protocols/registry.ts'
import { fromHex, toHex } from '@trackway/protocols/wire/bytes.ts'
import { request } from '@trackway/protocols/wire/http/request-text.ts'

/**
 * `trackway decode [protocol] [--type NAME] [--dialect NAME]`: reads frames in hex from standard input, one a line (text protocols may come
 * as text, those over HTTP as the address or the body alone), and prints a line of JSON for each. All lines belong to one connection, so that a login names the
 * device of the lines after it; an empty line begins a new connection. Without a protocol the first bytes of
 * each connection decide. Ends with 1 where a line is no sound frame; its `error` has the reason, and where only the checksum
 * is wrong, what it would say is shown.
 *
 * `--guess` prints instead, for each connection, whether and how far its bytes fit each protocol, the best first; it ends
 * with 1 where they fit none.
 */

interface DecodedLine {
  protocol: string | null
  messages: object[]
  error?: string
}

/** One connection's worth of lines. */
class Decoder {
  #protocol: Protocol<unknown> | undefined
  #session: unknown

  readonly #dialect: string | undefined

  constructor(protocol?: Protocol<unknown>, dialect?: string) {
    this.#dialect = dialect
    if (protocol) this.#useProtocol(protocol)
  }

  #useProtocol(protocol: Protocol<unknown>): void {
    this.#protocol = protocol
    this.#session = protocol.newSession(this.#dialect === undefined ? {} : { dialect: this.#dialect })
  }

  line(text: string): DecodedLine {
    const bytes = toBytes(text)
    if (!this.#protocol) {
      const detected = detectProtocol(bytes, protocols)
      if (typeof detected === 'string')
        return { protocol: null, messages: [], error: 'no protocol begins like this' }
      this.#useProtocol(detected.protocol)
    }
    const protocol = this.#protocol as Protocol<unknown>
    const messages: object[] = []
    const problems: string[] = []
    let rest = bytes
    while (rest.length > 0) {
      const { frame, consumed, fatal } = this.#cut(rest)
      if (frame) {
        const fields = protocol.describe(frame, this.#session)
        for (const message of protocol.decode(frame, this.#session, Date.now())) {
          messages.push({
            ...shown(message.problem === 'checksum' ? this.#readUnchecked(frame, message) : message),
            fields,
          })
          if (message.problem) problems.push(message.problem)
        }
      }
      if (fatal) problems.push('stream')
      if (consumed === 0 || fatal) break
      rest = rest.subarray(consumed)
    }
    if (messages.length === 0 && problems.length === 0) problems.push('no complete frame')
    return {
      protocol: protocol.name,
      messages,
      ...(problems.length > 0 ? { error: problems.join(', ') } : {}),
    }
  }

  /** Logs of other servers leave out how a frame of text ends: the end of the line is taken for it. */
  #cut(rest: Uint8Array): Cut {
    const protocol = this.#protocol as Protocol<unknown>
    const cut = protocol.frame(rest, this.#session)
    if (cut.consumed > 0 || cut.fatal) return cut
    const isText = isPrintable(rest)
    for (const end of isText ? ends : [lineEnd]) {
      const whole = protocol.frame(Buffer.concat([rest, Buffer.from(end)]), this.#session)
      const length = whole.frame?.length ?? 0
      if (isText ? length >= rest.length : length === rest.length) return { ...whole, consumed: length }
    }
    return cut
  }

  /** Content of a frame whose checksum is wrong: the server ignores it, but it helps whoever examines the frame. */
  #readUnchecked(frame: Uint8Array, refused: Message): Message {
    const protocol = this.#protocol as Protocol<unknown>
    const dialect = this.#dialect === undefined ? {} : { dialect: this.#dialect }
    const session = protocol.newSession({ ...dialect, isChecksumOptional: true })
    const [read = refused] = protocol.decode(frame, session, Date.now())
    return { ...read, kind: refused.kind, problem: 'checksum', replies: refused.replies }
  }
}

/** No binary frame whose end only the next one shows, as in H02, can go on after it. */
const lineEnd = '\r\n'
/** Of H02, TK103, GPS103, watches; of all that end with the line. */
const ends = [lineEnd, '#', ')', ';', ']']
const isPrintable = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d)

function toBytes(text: string): Uint8Array {
  // An odd number of digits is an id, with which a GPS103 shows that it lives.
  const isHex = /^(?:\s*[0-9a-fA-F]\s*[0-9a-fA-F])+\s*$/.test(text)
  if (isHex) return fromHex(text)
  if (/^(?:\/|https?:)/.test(text)) return request('GET', text)
  if (text.startsWith('{')) return request('POST', '/', { body: text })
  const lines = text.replaceAll('\\r', '\r').replaceAll('\\n', '\n')
  return new TextEncoder().encode(/^(?:GET|POST) [^\r\n]*$/.test(lines) ? `${lines}\r\n\r\n` : lines)
}

function shown(message: Message): object {
  const { kind, type, name, identity, reports, replies, command, information, problem } = message
  return {
    kind,
    type,
    name,
    ...(identity ? { terminalId: identity.terminalIds[0], identity } : {}),
    ...(reports.length === 1 ? { report: shownReport(reports[0]!) } : {}),
    ...(reports.length > 0 ? { reports: reports.map(shownReport) } : {}),
    ...(command ? { command } : {}),
    ...(information ? { information } : {}),
    ...(replies.length > 0 ? { replies: replies.map(toHex) } : {}),
    ...(problem ? { problem } : {}),
  }
}

/** A report under the names that outside tools compare: those of several sensors and wheels differ from ours. */
function shownReport(report: Report): object {
  const { temperatureC, tyrePressureKpa, tyreTemperatureC, tyreState, ...others } = report
  const byWheel = { pressureKpa: tyrePressureKpa, temperatureC: tyreTemperatureC, state: tyreState }
  const wheels = Math.max(0, ...Object.values(byWheel).map((values) => values?.length ?? 0))
  const tyres = Array.from({ length: wheels }, (_, at) => ({
    wheel: at + 1,
    ...Object.fromEntries(
      Object.entries(byWheel).flatMap(([name, values]) => (values?.[at] == null ? [] : [[name, values[at]]])),
    ),
  }))
  return {
    ...others,
    ...(temperatureC ? { temperaturesC: temperatureC } : {}),
    ...(wheels > 0 ? { tyres } : {}),
  }
}

const names = protocols.map((protocol) => protocol.name)
const usage = `Usage: trackway decode [${names.join('|')}] [--type NAME] [--dialect NAME], with frames in hex on standard input, one per line
       trackway decode --guess, with the bytes of an unknown stream
  --type     device type whose protocol is used: K100, Y808, …
  --dialect  dialect of the manufacturer for alarm codes and voltages: r11, seeworld, aovx, …
  --guess    lists the protocols that the bytes fit and what share of them, the best first`

function refuse(problem: string): never {
  console.error(problem)
  process.exit(2)
}

/** The protocol and the dialect that the arguments name; without a protocol the first bytes decide. */
function chosenBy(args: string[]): {
  protocol?: Protocol<unknown> | undefined
  dialect?: string | undefined
  isGuessing: boolean
} {
  const options = {
    type: { type: 'string' },
    dialect: { type: 'string' },
    guess: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const
  const parse = () => {
    try {
      return parseArgs({ args, options, allowPositionals: true })
    } catch (error) {
      return refuse(`${(error as Error).message}\n${usage}`)
    }
  }
  const { values, positionals } = parse()
  if (values.help) {
    console.log(usage)
    process.exit(0)
  }
  const type = deviceTypes.find(({ name }) => name.toLowerCase() === values.type?.toLowerCase())
  if (values.type !== undefined && type === undefined)
    refuse(`Unknown device type: ${values.type}. Known: ${deviceTypes.map(({ name }) => name).join(', ')}.`)
  const name = positionals[0] ?? type?.wire
  const protocol = name === undefined ? undefined : protocolByName(name)
  if (name !== undefined && !protocol) refuse(`Unknown protocol: ${name}. Known: ${names.join(', ')}.`)
  return { protocol, dialect: values.dialect, isGuessing: values.guess === true }
}

/** Beyond, what a stream is of is known or never will be. */
const mostGuessedBytes = 1_000_000

/** Prints what the lines of one connection may be. */
function guess(lines: readonly string[]): void {
  const bytes = Buffer.concat(lines.map((line) => toBytes(line))).subarray(0, mostGuessedBytes)
  const guesses = guessProtocols(bytes, protocols, Date.now())
  if (guesses.every(({ fits }) => fits === 0)) process.exitCode = 1
  for (const one of guesses) process.stdout.write(`${JSON.stringify(one)}\n`)
}

const { protocol: chosen, dialect, isGuessing } = chosenBy(process.argv.slice(2))
await (isGuessing ? guessLines() : decodeLines())

/** The lines of standard input; an empty one ends a connection. */
async function* inputLines(): AsyncGenerator<string> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  for await (const text of lines) yield text.trim()
}

async function guessLines(): Promise<void> {
  let lines: string[] = []
  const guessAll = () => {
    if (lines.length > 0) guess(lines)
    lines = []
  }
  for await (const line of inputLines()) {
    if (line === '') guessAll()
    else lines.push(line)
  }
  guessAll()
}

async function decodeLines(): Promise<void> {
  let decoder = new Decoder(chosen, dialect)
  for await (const line of inputLines()) {
    if (line === '') decoder = new Decoder(chosen, dialect)
    else {
      const decoded = decoder.line(line)
      if (decoded.error) process.exitCode = 1
      process.stdout.write(`${JSON.stringify(decoded)}\n`)
    }
  }
}
