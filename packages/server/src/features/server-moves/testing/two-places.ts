import type { Call, InputOf } from '@trackway/core/api/call.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { serverMoveCalls } from '@trackway/core/features/server-moves/calls.ts'
import { encodeLogin, encodeReply } from '@trackway/protocols/gt06/encode.ts'
import { pino } from 'pino'
import { changeSettings } from '../../../platform/settings/process-settings.ts'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../../testing/builders.ts'
import {
  eventually,
  startTestGateway,
  TestDeviceSocket,
  type TestGateway,
} from '../../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { taskKinds } from '../../task-kinds.ts'
import { runTurn } from '../../tasks/run-turn.ts'

/** Two installations of the platform, each with a database and a gateway of its own, and GT06 devices that go between them. */

export interface Place {
  server: TestServer
  gateway: TestGateway
  account: TestAccount
  token: string
}

export type Traveller = { device: TestDevice; socket: TestDeviceSocket }

/** Of a GT06 model that takes the address of a server. */
export const gt06Type = 13
const log = pino({ level: 'silent' })
const commandFrame = /7878..80..([0-9a-f]{8})((?:[0-9a-f]{2})*?)0002[0-9a-f]{8}0d0a/

export type TwoPlaces = Awaited<ReturnType<typeof startTwoPlaces>>

export async function startTwoPlaces() {
  let ahead = 0
  const now = () => Date.now() + ahead
  const sockets: TestDeviceSocket[] = []

  const startPlace = async (): Promise<Place> => {
    const server = await startTestServer({ now })
    const account = await anAccount(server.database, { role: roles.admin })
    const gateway = await startTestGateway(server.database, {}, { now, bus: server.bus, name: 'g' })
    return { server, gateway, account, token: await signIn(server.database, account) }
  }
  const here = await startPlace()
  const there = await startPlace()
  changeSettings({ webhookAllowPrivate: true })

  const call = <C extends Call>(of: C, input: InputOf<C>, { server, token } = here) =>
    server.call(of, input, token)

  const isConnected = (terminalId: string, is: boolean, { server } = here) =>
    eventually(
      async () =>
        (
          await server.database.pool.query(
            'select is_connected from device_states join devices on id = device_id where terminal_id = $1',
            [terminalId],
          )
        ).rows[0]?.is_connected ?? false,
      (found) => found === is,
    )

  const logIn = async ({ terminalID }: TestDevice, at = here): Promise<TestDeviceSocket> => {
    const socket = new TestDeviceSocket(at.gateway.gateway.ports.gt06!)
    sockets.push(socket)
    socket.send(encodeLogin(terminalID, 1))
    await socket.expect('7878 05 01 0001 d9dc 0d0a')
    await isConnected(terminalID, true, at)
    return socket
  }

  /** A device of both places that was never connected. */
  const aDeviceOfBoth = async (owner: { id: number } = here.account): Promise<TestDevice> => {
    const device = await aDevice(here.server.database, owner, { device_type_id: gt06Type })
    await aDevice(there.server.database, there.account, {
      device_type_id: gt06Type,
      terminal_id: device.terminalID,
    })
    return device
  }

  /** All that is due at this place. */
  const run = async ({ server } = here): Promise<void> => {
    const { rows } = await server.database.pool.query(
      'select id from device_tasks where finish_time is null order by id',
    )
    const context = { database: server.database, bus: server.bus, log, kinds: taskKinds }
    for (const { id } of rows) while ((await runTurn(context, id, now())) > 0);
  }

  return {
    here,
    there,
    call,
    isConnected,
    logIn,
    aDeviceOfBoth,
    run,
    log,
    now,
    /** Sets the clocks of both ahead. */
    passTo(ms: number) {
      ahead = ms
    },

    /** A device of both places, connected here. */
    async aTraveller(owner?: { id: number }): Promise<Traveller> {
      const device = await aDeviceOfBoth(owner)
      return { device, socket: await logIn(device) }
    },

    /** Answers the next command. @returns its text */
    async commanded(socket: TestDeviceSocket, reply: string): Promise<string> {
      const match = await eventually(
        () => commandFrame.exec(socket.received),
        (found) => found !== null,
      )
      socket.received = socket.received.slice(match!.index + match![0].length)
      socket.send(encodeReply(Number.parseInt(match![1]!, 16), reply, 9))
      return Buffer.from(match![2]!, 'hex').toString()
    },

    /** The newest move of a device. */
    async move({ terminalID }: TestDevice) {
      return (await call(serverMoveCalls.findByImeis, { terminalIDs: [terminalID] })).data!.list[0]!
    },

    /** Its move as it is once what the device said is worked on. */
    async moveIs({ terminalID }: TestDevice, state: string) {
      await eventually(
        async () => {
          await call(serverMoveCalls.check, { terminalIDs: [terminalID] })
          await run()
          return (await call(serverMoveCalls.findByImeis, { terminalIDs: [terminalID] })).data!.list[0]?.state
        },
        (found) => found === state,
      )
    },

    hangUp() {
      for (const socket of sockets.splice(0)) socket.end()
    },

    async stop() {
      changeSettings({ webhookAllowPrivate: false, deviceHost: undefined, devicePorts: { detect: 0 } })
      for (const { gateway, server } of [here, there]) {
        await gateway.stop()
        await server.stop()
      }
    },
  }
}
