import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createMailer } from '../../../platform/mail/mail.ts'
import { useSecretKey } from '../../../platform/secrets.ts'
import { anAccount } from '../../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { startTestMailServer, type TestMailServer } from '../../../testing/test-mail-server.ts'
import { sendAlarmMail } from './email.ts'

const stops: (() => unknown)[] = []
let database: TestDatabase
let accountId: number
beforeAll(async () => {
  useSecretKey(Buffer.alloc(32, 7))
  database = await openTestDatabase()
  accountId = (await anAccount(database)).id
  await database.pool.query(`insert into bound_emails values ($1, 'duty@example.com', 1)`, [accountId])
})
afterAll(() => database.drop())
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function aServer(
  refusals: Record<string, { code: number; text: string }> = {},
): Promise<TestMailServer> {
  const server = await startTestMailServer({ refusals })
  stops.push(() => server.stop())
  return server
}

function send(url: string, references: string | null = null) {
  const mailer = createMailer({ url, from: 'Trackway <alarms@example.com>' })
  stops.push(() => mailer.close())
  return sendAlarmMail(
    { db: database.db, mailer, publicUrl: 'https://track.example.com/gps', now: 1 },
    {
      kind: 'alarms',
      accountId,
      language: 'en',
      to: 'duty@example.com',
      subject: '沪A12345: SOS',
      text: 'SOS\n',
      messageId: '<alarm-4@trackway>',
      references,
    },
  )
}

test('a mail names the one that it follows, and that no program need answer it', async () => {
  const server = await aServer()
  expect(await send(server.url, '<alarm-3@trackway>')).toEqual({ kind: 'sent' })
  const { raw } = server.received[0]!
  expect(raw).toMatch(/^Message-ID: <alarm-4@trackway>\r$/m)
  expect(raw).toMatch(/^References: <alarm-3@trackway>\r$/m)
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  const link = 'https://track\\.example\\.com/gps/unsubscribe/[\\w.-]+'
  expect(raw.replace(/\r\n /g, ' ')).toMatch(new RegExp(`^List-Unsubscribe: <${link}>\r$`, 'm'))
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
})

test.each([
  [550, 'refused'],
  [450, 'later'],
])('an answer of %i is %s', async (code, kind) => {
  const server = await aServer({ 'duty@example.com': { code, text: 'because' } })
  expect(await send(server.url)).toMatchObject({ kind, answer: expect.stringContaining('because') })
})

test('taken, and then cut: it is sent again with its id', async () => {
  let taken = 0
  const url = await rawServer((socket) => {
    socket.write('220 mx\r\n')
    let isData = false
    socket.on('data', (data) => {
      const text = data.toString()
      if (isData) {
        if (!text.endsWith('\r\n.\r\n')) return
        taken++
        socket.destroy()
      } else if (text.startsWith('DATA')) {
        isData = true
        socket.write('354 go on\r\n')
      } else socket.write('250 ok\r\n')
    })
  })
  expect((await send(url)).kind).toBe('later')
  expect(taken).toBe(1)
})

test('nobody there: later', async () => {
  const url = await rawServer(() => {})
  await stops.pop()!()
  expect((await send(url)).kind).toBe('later')
})

async function rawServer(onSocket: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {})
    onSocket(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => new Promise((resolve) => server.close(resolve)))
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}
