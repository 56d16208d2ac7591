import type { RefusalReason } from '@trackway/core/codes/frames.ts'
import type { MessageKind, WireProtocol } from '@trackway/protocols/protocol.ts'
import { Counter, Gauge, register } from 'prom-client'
import type { CloseReason } from './bounds.ts'

/** Kept once per process, however often a gateway is started (tests do). */
function once<M>(name: string, create: (name: string) => M): M {
  return (register.getSingleMetric(name) as M | undefined) ?? create(name)
}

const closedTotal = once(
  'trackway_gateway_connections_closed_total',
  (name) => new Counter({ name, help: 'Connections closed, by reason.', labelNames: ['reason'] }),
)

export function countClosed(reason: CloseReason): void {
  closedTotal.inc({ reason })
}

/** Counted in plain numbers and handed over when metrics are read: a labelled counter costs more than a frame. */
const messages = new Map<WireProtocol, Map<MessageKind, number>>()

once(
  'trackway_gateway_messages_total',
  (name) =>
    new Counter({
      name,
      help: 'Messages decoded, by wire protocol and kind.',
      labelNames: ['wire', 'kind'],
      collect() {
        this.reset()
        for (const [wire, kinds] of messages)
          for (const [kind, count] of kinds) this.inc({ wire, kind }, count)
      },
    }),
)

export function countMessage(wire: WireProtocol, kind: MessageKind): void {
  const kinds = messages.get(wire)
  if (kinds) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  else messages.set(wire, new Map([[kind, 1]]))
}

export const problemsTotal = once(
  'trackway_gateway_malformed_total',
  (name) => new Counter({ name, help: 'Malformed frames, by problem.', labelNames: ['wire', 'problem'] }),
)
const refusedTotal = once(
  'trackway_gateway_refused_total',
  (name) => new Counter({ name, help: 'Frames that were refused, by reason.', labelNames: ['reason'] }),
)

/** Refused since the last line of the log. */
const unlogged = new Map<RefusalReason, number>()

export function countRefused(reason: RefusalReason): void {
  refusedTotal.inc({ reason })
  unlogged.set(reason, (unlogged.get(reason) ?? 0) + 1)
}

/** How many frames were refused since the last call, by reason; null: none. */
export function takeRefused(): Partial<Record<RefusalReason, number>> | null {
  if (unlogged.size === 0) return null
  const counts = Object.fromEntries(unlogged)
  unlogged.clear()
  return counts
}
export const framesDroppedTotal = once(
  'trackway_gateway_frame_log_dropped_total',
  (name) =>
    new Counter({
      name,
      help: 'Rows of the log of frames and connections that were not written, by reason.',
      labelNames: ['reason'],
    }),
)
export const connectionsOpen = once(
  'trackway_gateway_connections',
  (name) => new Gauge({ name, help: 'Open connections.' }),
)
