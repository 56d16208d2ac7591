/**
 * Codecs 12 to 15: commands and their answers, and what comes in over the serial port.
 * Source: Teltonika wiki, "Codec 12" to "Codec 15"; Traccar's decoder for what serial devices and cameras send.
 */
import type { Extra, Report } from '../protocol.ts'
import { type BodyReader, body, type Rows, readWhole, type Values, type WireType } from '../wire/body.ts'
import { toHex } from '../wire/bytes.ts'
import type { Decoding, WireSession } from '../wire/message.ts'
import { addTime, bareReport } from '../wire/report.ts'
import { hex, hexRest, textOrHex } from '../wire/texts.ts'
import { chosen, group, oneOf, times, u8, u32, within } from '../wire/types.ts'
import { codecs } from './envelope.ts'

/** Fifteen digits after a zero. */
const imei: WireType<string> = { size: 8, read: (r) => toHex(r.take(8)).replace(/^0/, '') }
const fixTime = times(u32, 1_000)

const camera = 'camera'
const types = { 5: 'command', 6: 'answer', 11: 'serial', 13: camera, 17: 'refusal' }

/** 1 announces a picture, 2 is a piece of it. */
const picture = { step: u8, picture: hex(4), bytes: hexRest }

/** A type, then what the codec puts before the text, and the text, after one length. */
const message = (rows: Rows) =>
  body({
    type: oneOf(u8, types),
    content: within(
      u32,
      chosen(({ type }) => group(type === camera ? picture : { ...rows, text: textOrHex })),
    ),
  })

const messages: Readonly<Record<number, ReturnType<typeof message>>> = {
  [codecs.codec12]: message({}),
  [codecs.codec13]: message({ fixTime }),
  [codecs.codec14]: message({ imei }),
  [codecs.codec15]: message({ fixTime, imei }),
}

/** Reads one message of these codecs. */
export function readText(
  reader: BodyReader,
  codec: number,
  { message: into, session: { profile }, now }: Decoding<WireSession>,
): void {
  const { type, content = {} }: { type?: Extra; content?: Values } = readWhole(messages[codec]!, reader)
  into.name = String(type)
  if (content.imei !== undefined) into.identity = { terminalIds: [content.imei] }
  const text: string = content.text ?? ''
  const report = serialReport(text)
  if (report !== undefined) {
    addTime(report, content.fixTime, now, profile)
    into.kind = 'reports'
    into.reports.push(report)
  } else if (type === 'answer' || type === 'refusal') {
    into.kind = 'commandReply'
    into.command = { correlation: null, text, ...(type === 'refusal' && { result: 'failed' as const }) }
  } else {
    into.kind = 'information'
    into.information =
      type === camera ? { picture: content.picture ?? '', step: content.step ?? 0 } : { text }
  }
}

const axles = 8

/** What devices at the serial port say in words that are known: a driver's card, the axle loads of a scale. */
function serialReport(text: string): Report | undefined {
  const driver = /^GTSL\|\d+\|\d+\|\d+\|([^|]+)\|/.exec(text)
  if (driver) return { ...bareReport(), driverId: driver[1]! }
  const scale = /^UUUUww([\d.;]+)SSS$/.exec(text)
  if (!scale) return undefined
  const loads = scale[1]!.split(';').map(Number)
  const [truck = 0, trailer = 0, truckInAll = 0, trailerInAll = 0] = loads.slice(axles)
  return {
    ...bareReport(),
    extra: { axleLoadsT: loads.slice(0, axles), loadsT: { truck, trailer, truckInAll, trailerInAll } },
  }
}
