/** Commands of the platform as messages of JT/T 808, or as a text (8300) where the device has one of its own. */
import type { Command } from '@trackway/core/commands/commands.ts'
import type { CommandRequest, EncodedCommand, Unsupported } from '../protocol.ts'
import { fromHex, toHex } from '../wire/bytes.ts'
import { textOf, tyreTexts } from '../wire/command-texts.ts'
import { textBody } from './command-bodies.ts'
import { deleteAllAreas, type Order, orders } from './command-messages.ts'
import { standardFraming } from './envelope.ts'
import { framesToDevice, type Jt808Session, type KnownLayout } from './session.ts'

export function encodeCommand(
  command: Command,
  session: Jt808Session,
  { terminalId }: CommandRequest,
): EncodedCommand | Unsupported {
  const is2019 = session.layout?.is2019 ?? false
  const asked = ordersOf(command, session, is2019)
  if (!('orders' in asked)) return asked
  // A device that was not heard yet: what it is asked is known without its layout.
  const heard = session.layout ? session : { ...session, layout: guessedLayout(terminalId) }
  const sent = asked.orders.map(({ id, body }) => framesToDevice(heard, id, body))
  const [first] = asked.orders
  return {
    content: asked.text ?? asked.orders.map(({ id, body }) => `${hex4(id)} ${toHex(body)}`.trim()).join(', '),
    frames: sent.flatMap(({ frames }) => frames),
    correlations: [sent[0]!.serial, ...(first?.answer === undefined ? [] : [first.answer])],
    ...(asked.text !== undefined && { isTextAnswered: true }),
    // What the terminal is made to do it says by its status afterwards; a setting was stored before it answered.
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
): { orders: Order[]; text?: string } | Unsupported {
  const { code, parameters } = command
  const text = textOf(tyreTexts, command, session.profile)
  if (typeof text === 'string') {
    const [, id, body] = ownMessage.exec(text) ?? []
    if (id !== undefined) return { orders: [{ id: Number.parseInt(id, 16), body: fromHex(body!) }] }
    return { orders: [{ id: 0x8300, body: textBody(text, is2019) }], text }
  }
  if (code === 'fenceOff') return { orders: deleteAllAreas() }
  const write = orders[code] as ((parameters: unknown, is2019: boolean) => Order) | undefined
  return write ? { orders: [write(parameters, is2019)] } : text
}

const guessedLayout = (terminalId: string): KnownLayout => ({
  framing: standardFraming,
  is2019: false,
  version: 1,
  rawId: fromHex(terminalId.replace(/\D/g, '').slice(-12).padStart(12, '0')),
  identity: { terminalIds: [terminalId] },
})

const hex4 = (id: number): string => id.toString(16).toUpperCase().padStart(4, '0')
