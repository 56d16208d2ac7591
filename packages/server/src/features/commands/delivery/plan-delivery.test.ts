import { expect, test } from 'vitest'
import type { DueCommand } from './delivery-queries.ts'
import { type DeliveryPlan, planDelivery, recheckMs } from './plan-delivery.ts'

const now = 1_000_000
const here = 'here'
const connected = { gateway: here, since: now - 60_000, accOn: null, accTime: null }
const aCommand = (id: number, rest: Partial<DueCommand> = {}): DueCommand =>
  ({
    id,
    code: 'locate',
    state: 'queued',
    gateway: null,
    holder: here,
    due_time: now - 1,
    expire_time: now + 60_000,
    create_time: now - 1,
    is_next_connection: false,
    speed_kmh: 0,
    fix_time: now,
    ...rest,
  }) as DueCommand

const idsOf = ({ abandoned, held, deliver, nextTime }: DeliveryPlan) => ({
  abandoned: abandoned?.id,
  held: held.map(({ row }) => row.id),
  deliver: deliver?.id,
  nextTime,
})
const again = now + recheckMs
const nothing = { abandoned: undefined, held: [], deliver: undefined, nextTime: null }

test.each<[string, DueCommand[], object]>([
  ['nothing waits', [], {}],
  ['the oldest goes first', [aCommand(1), aCommand(2)], { deliver: 1 }],
  ['what has expired does not', [aCommand(1, { expire_time: now }), aCommand(2)], { deliver: 2 }],
  ['what is due later waits for its time', [aCommand(1, { due_time: now + 5 })], { nextTime: now + 5 }],
  ['and lets others go', [aCommand(1, { due_time: now + 5 }), aCommand(2)], { deliver: 2 }],
  [
    'of several the first to be due counts',
    [aCommand(1, { due_time: now + 9 }), aCommand(2, { due_time: now + 5 })],
    { nextTime: now + 5 },
  ],
  ['one for the next connection waits for it', [aCommand(1, { is_next_connection: true })], {}],
  [
    'and goes once it is there',
    [aCommand(1, { is_next_connection: true, create_time: now - 90_000 })],
    { deliver: 1 },
  ],
  ['another process holds the device', [aCommand(1, { holder: 'there' })], { nextTime: again }],
  [
    'a cut while it drives is held',
    [aCommand(1, { code: 'oilCut', speed_kmh: 80 })],
    { held: [1], nextTime: again },
  ],
  [
    'and keeps no other from going',
    [aCommand(1, { code: 'oilCut', speed_kmh: 80 }), aCommand(2)],
    { held: [1], deliver: 2 },
  ],
  ['one is under way', [aCommand(1, { state: 'sent', gateway: here }), aCommand(2)], { nextTime: again }],
  [
    'a process that the device left sent one',
    [aCommand(1, { state: 'sent', gateway: 'gone' }), aCommand(2)],
    { abandoned: 1 },
  ],
  [
    'one is under way by the platform of its network',
    [aCommand(1, { state: 'sent', gateway: 'nb-platform' })],
    { nextTime: again },
  ],
])('%s', (_, commands, plan) => {
  expect(idsOf(planDelivery(commands, connected, now))).toEqual({ ...nothing, ...plan })
})

test('a device that has just come may still be told of by the process it left', () => {
  const sent = [aCommand(1, { state: 'sent', gateway: 'gone' })]
  expect(idsOf(planDelivery(sent, { ...connected, since: now - 1_000 }, now))).toMatchObject({
    abandoned: undefined,
    nextTime: again,
  })
})

test('a device that only asks is handed what waits for its next connection', () => {
  const asking = { ...connected, since: Number.POSITIVE_INFINITY }
  expect(idsOf(planDelivery([aCommand(1, { is_next_connection: true })], asking, now)).deliver).toBe(1)
})
