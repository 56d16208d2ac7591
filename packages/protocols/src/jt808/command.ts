/** Commands of the platform as messages of JT/T 808, or as a text (8300) where the device has one of its own. */
import type { Command } from '@trackway/core/features/commands/commands.ts'
import type { CommandRequest, DeviceProfile, EncodedCommand, Unsupported } from '../protocol.ts'
import { fromHex, toHex } from '../wire/bytes.ts'
import { textOf, tyreTexts } from '../wire/command-texts.ts'
import { writeWhole } from '../wire/unread.ts'
import { oilBody, setParametersBody, textBody, transparentBody } from './command-bodies.ts'
import { deleteAllAreas, type Order, orders } from './command-messages.ts'
import { standardFraming } from './envelope.ts'
import { framesToDevice, type Jt808Session, type KnownLayout } from './session.ts'

export function encodeCommand(
  command: Command,
  session: Jt808Session,
  { terminalId, now }: CommandRequest,
): EncodedCommand | Unsupported {
  const is2019 = session.layout?.is2019 ?? false
  const encoded = ordersOf(command, session, is2019, now)
  if (!('orders' in encoded)) return encoded
  // A device that has not reported yet: its commands can be checked without its layout.
  const target = session.layout ? session : { ...session, layout: guessedLayout(terminalId) }
  const sent = encoded.orders.map(({ id, body }) => framesToDevice(target, id, body))
  const [first] = encoded.orders
  return {
    content:
      encoded.text ?? encoded.orders.map(({ id, body }) => `${hex4(id)} ${toHex(body)}`.trim()).join(', '),
    frames: sent.flatMap(({ frames }) => frames),
    correlations: [sent[0]!.serial, ...(first?.answer === undefined ? [] : [first.answer])],
    ...(encoded.text !== undefined && { isTextAnswered: true }),
    // What the terminal is made to do shows in its status afterwards; a setting was stored before it answered.
    isOnlyTaken: first !== undefined && controls.includes(first.id),
  }
}

/** Terminal control, vehicle control, and the cut of clones. */
const controls = [0x8105, 0x8500, 0xa006]

/** A type's own text may be a message by its number, with its body in hex: `8105:F0`. */
const ownMessage = /^([\dA-F]{4}):((?:[\dA-F]{2})*)$/i

function ordersOf(
  command: Command,
  session: Jt808Session,
  is2019: boolean,
  now: number,
): { orders: Order[]; text?: string } | Unsupported {
  const { code } = command
  const { profile } = session
  const { dialect } = profile
  const text = textOf(tyreTexts, command, profile)
  if (typeof text === 'string') {
    const [, id, body] = ownMessage.exec(text) ?? []
    if (id !== undefined) return { orders: [{ id: Number.parseInt(id, 16), body: fromHex(body!) }] }
    return { orders: [carrierOf(profile)(text, is2019)], text }
  }
  if (dialect === 'clone' && (code === 'oilCut' || code === 'oilRestore'))
    return { orders: [{ id: 0xa006, body: oilBody(code === 'oilCut', now) }] }
  if (code === 'fenceOff') return { orders: deleteAllAreas() }
  const write = orders[code] as ((parameters: unknown, is2019: boolean) => Order | null) | undefined
  if (write === undefined || profile.commandTexts?.[code] !== undefined) return text
  const { value: order, unread } = writeWhole(command, (given) => write(given, is2019))
  if (unread.length > 0) return { unsupported: 'parameters', unread }
  return order === null ? { unsupported: 'parameters' } : { orders: [order] }
}

type Carrier = (text: string, is2019: boolean) => Order

/** Messages that carry a text in the device's own words, by dialect. Source: AOVX AL300 and GL100, parameter F030; Jimi JC cameras, 8900 type F0. */
const carriers: Readonly<Record<string, Carrier>> = {
  aovx: (text) => ({ id: 0x8103, body: setParametersBody([[0xf030, text]]) }),
  jimi: (text) => ({ id: 0x8900, body: transparentBody(text) }),
}
const asText: Carrier = (text, is2019) => ({ id: 0x8300, body: textBody(text, is2019) })
const carrierOf = ({ dialect = '' }: DeviceProfile): Carrier => carriers[dialect] ?? asText

const guessedLayout = (terminalId: string): KnownLayout => ({
  framing: standardFraming,
  is2019: false,
  version: 1,
  rawId: fromHex(terminalId.replace(/\D/g, '').slice(-12).padStart(12, '0')),
  identity: { terminalIds: [terminalId] },
})

const hex4 = (id: number): string => id.toString(16).toUpperCase().padStart(4, '0')
