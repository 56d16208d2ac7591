import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** What arrived: to whom, and the mail as it was sent. */
export interface ReceivedMail {
  to: string
  raw: string
}

export interface TestMailServer {
  url: string
  received: ReceivedMail[]
  /** The receivers of all attempts, also of refused ones. */
  triedReceivers: string[]
  stop(): Promise<void>
}

interface Options {
  /** Where to listen; without it anywhere. */
  port?: number
  user?: { name: string; password: string }
  /** Receivers that are answered with this code and text. */
  refusals?: Record<string, { code: number; text: string }>
}

/** A mail server on this machine, which keeps what it gets. */
export async function startTestMailServer({
  port = 0,
  user,
  refusals = {},
}: Options = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  const triedReceivers: string[] = []
  const server = new SMTPServer({
    authOptional: user === undefined,
    disabledCommands: ['STARTTLS', ...(user === undefined ? ['AUTH'] : [])],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === user?.name && password === user?.password
      done(isRight ? null : new Error('wrong password'), isRight ? { user: username } : undefined)
    },
    onRcptTo: ({ address }, _session, done) => {
      triedReceivers.push(address)
      const refusal = refusals[address]
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData: async (stream, session, done) => {
      const raw = await text(stream)
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), raw })
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const login = user === undefined ? '' : `${user.name}:${user.password}@`
  const { port: found } = server.server.address() as AddressInfo
  return {
    url: `smtp://${login}127.0.0.1:${found}`,
    received,
    triedReceivers,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
