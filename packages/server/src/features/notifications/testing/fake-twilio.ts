import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect } from 'vitest'
import {
  type Answer,
  type FakeServer,
  type Request,
  startFakeServer,
} from '../../../testing/fakes/fake-server.ts'
import { smsSegments } from '../channels/segments.ts'

/** Twilio as documented: refuses what is malformed, and remembers the messages that it accepted. */
export interface FakeTwilio extends FakeServer {
  /** The requests, as they were posted. */
  sent: Record<string, string>[]
  /** What it took, by its id. */
  messages: { sid: string; to: string; body: string; date_created: string }[]
}

export const twilioAccount = {
  accountSid: 'AC00000000000000000000000000000001',
  authToken: '0123456789abcdef0123456789abcdef',
}

/** How Twilio refuses. */
export const twilioRefusal = (status: number, code: number, headers?: Record<string, string>): Answer => ({
  status,
  ...(headers && { headers }),
  body: JSON.stringify({
    code,
    message: `Refused with ${code}`,
    status,
    more_info: `https://www.twilio.com/docs/errors/${code}`,
  }),
})

export async function startFakeTwilio(now: () => number): Promise<FakeTwilio> {
  const sent: FakeTwilio['sent'] = []
  const messages: FakeTwilio['messages'] = []
  const base = `/2010-04-01/Accounts/${twilioAccount.accountSid}`
  const login = Buffer.from(`${twilioAccount.accountSid}:${twilioAccount.authToken}`).toString('base64')

  const take = (fields: Record<string, string>): Answer => {
    const isCall = fields.Twiml !== undefined
    const sid = `${isCall ? 'CA' : 'SM'}${String(sent.length).padStart(32, '0')}`
    if (isCall) return { status: 201, body: JSON.stringify({ sid, status: 'queued' }) }
    const body = fields.Body!
    messages.push({ sid, to: fields.To!, body, date_created: new Date(now()).toUTCString() })
    const segments = String(smsSegments(body))
    return { status: 201, body: JSON.stringify({ sid, status: 'queued', num_segments: segments }) }
  }
  const server = await startFakeServer(
    async (request) => (request.method === 'GET' ? find(request) : take(read(request))),
    // Whatever is answered, what was posted has to be well-formed.
    (request) => {
      expect(request.headers.authorization).toBe(`Basic ${login}`)
      if (request.method === 'POST') sent.push(read(request))
    },
  )
  return { ...server, sent, messages }

  function find(request: Request): Answer {
    const to = new URL(request.path, server.url).searchParams.get('To')
    return { status: 200, body: JSON.stringify({ messages: messages.filter((each) => each.to === to) }) }
  }

  function read({ path, headers, body }: Request): Record<string, string> {
    expect(headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
    const fields = Object.fromEntries(new URLSearchParams(body.toString('utf8')))
    expect(fields.To).toMatch(/^\+[1-9]\d{6,14}$/)
    expect(fields.From ?? fields.MessagingServiceSid).toBeTruthy()
    if (path === `${base}/Messages.json`) {
      expect(fields.Body!.length).toBeLessThanOrEqual(1_600)
      expect(Number(fields.ValidityPeriod)).toBeGreaterThan(0)
      expect(Number(fields.ValidityPeriod)).toBeLessThanOrEqual(36_000)
    } else {
      expect(path).toBe(`${base}/Calls.json`)
      expect(fields.Twiml!.length).toBeLessThanOrEqual(4_000)
      expect(XMLValidator.validate(fields.Twiml!)).toBe(true)
      expect(new XMLParser().parse(fields.Twiml!)).toHaveProperty('Response')
    }
    return fields
  }
}
