/**
 * Commands to BSJ devices: a byte each, or those of JT/T 808 where the device uses it.
 * Source: BSJ "GPRS protocol", "Commands of the centre".
 */
import type { Command, CommandCode, ParametersOf } from '@trackway/core/features/commands/commands.ts'
import { jt808 } from '../jt808/jt808.ts'
import type { CommandRequest, EncodedCommand, Unsupported } from '../protocol.ts'
import { toHex } from '../wire/bytes.ts'
import { writeWhole } from '../wire/unread.ts'
import { ownMark, rawIdOf, seal, typeOf } from './envelope.ts'
import type { BsjSession } from './session.ts'

interface Order {
  type: number
  body?: readonly number[]
}
type Orders = { readonly [C in CommandCode]?: (parameters: ParametersOf<C>) => Order | null }

const orders: Orders = {
  oilRestore: () => ({ type: 0x38 }),
  oilCut: () => ({ type: 0x39 }),
  locate: () => ({ type: 0x30 }),
  version: () => ({ type: 0x3d }),
  speedAlarm: ({ isOn, speedKmh }) => ({ type: 0x3f, body: [isOn ? speedKmh : 0] }),
  // It can only be cleared.
  mileage: ({ mileageKm }) => (mileageKm === 0 ? { type: 0x66 } : null),
  factory: () => ({ type: 0xc3 }),
}

export function encodeCommand(
  command: Command,
  session: BsjSession,
  request: CommandRequest,
): EncodedCommand | Unsupported {
  const write = orders[command.code] as ((parameters: unknown) => Order | null) | undefined
  // A device that has not reported yet is sent its maker's form where there is one.
  if (session.form === 'standard' || (session.form === 'open' && write === undefined))
    return jt808.encodeCommand(command, session.standard, request)
  if (write === undefined) return { unsupported: 'command' }
  const { value: order, unread } = writeWhole(command, write)
  if (unread.length > 0) return { unsupported: 'parameters', unread }
  if (order === null) return { unsupported: 'parameters' }
  const { type, body = [] } = order
  const { mark, rawId } = session.head ?? { mark: ownMark, rawId: rawIdOf(request.terminalId) }
  return {
    content: `${typeOf(type).toUpperCase()} ${toHex(Uint8Array.from(body))}`.trim(),
    frames: [seal(mark, type, rawId, body)],
    correlations: [type],
  }
}
