import { connect } from '@nats-io/transport-node'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { TestNatsServer, whyNoNats } from '../../testing/nats-server.ts'
import { decodeMessage, encodeMessage, messageFormat } from './bus-message.ts'
import { connectNatsBus } from './nats-bus.ts'

test('the bytes of a message are those that version 0.1 writes', () => {
  const bytes = Buffer.from('0a0000007b2274696d65223a377d0500000009000000', 'hex')
  const message = { time: 7, deviceIds: Int32Array.of(5, 9) }
  expect(Buffer.from(encodeMessage(message))).toEqual(bytes)
  expect(decodeMessage('device.changed', bytes)).toEqual(message)
})

describe.skipIf(whyNoNats !== undefined)(`over NATS${whyNoNats ? ` (${whyNoNats})` : ''}`, () => {
  let nats: TestNatsServer
  beforeAll(async () => {
    nats = await TestNatsServer.start()
  })
  afterAll(() => nats?.stop())

  test('a message of a newer format is not misread: once for all of them, everything is read again', async () => {
    const bus = await connectNatsBus(nats.url, pino({ level: 'silent' }))
    const newer = await connect({ servers: nats.url })
    const [edited, missed] = [vi.fn(), vi.fn()]
    bus.subscribe('account.edited', edited)
    bus.subscribe('messages.missed', missed)
    const known = encodeMessage({ accountId: 7 })
    const unknown = Buffer.from(known)
    unknown.writeUInt8(messageFormat + 1, 3)

    newer.publish('trackway.account.edited', unknown)
    newer.publish('trackway.account.edited', unknown)
    newer.publish('trackway.account.edited', known)

    await expect.poll(() => edited.mock.calls).toEqual([[{ accountId: 7 }]])
    expect(missed).toHaveBeenCalledTimes(1)
    await newer.close()
    await bus.close()
  })
})
