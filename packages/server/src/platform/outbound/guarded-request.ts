import { type LookupAddress, lookup as lookupOfSystem } from 'node:dns'
import { type ClientRequest, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from './private-addresses.ts'

/**
 * Requests to addresses that users name. Names are looked up once, and the connection goes to what was found then:
 * no second answer of a name server can lead it into the own network. Redirects are not followed.
 */
interface GuardedTarget {
  url: string
  headers: Record<string, string>
  /** In all: name, connection, answer. */
  timeoutMs: number
  /** Private and loopback addresses are reached, too. */
  allowPrivate: boolean
  /** Replaces the system's resolver. */
  resolve?: ResolveAll
}

export interface GuardedRequest extends GuardedTarget {
  body: Uint8Array
}

export interface GuardedAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Its first 16 kB. */
  text: string
}

/** All addresses of a name. */
export type ResolveAll = (hostname: string) => Promise<LookupAddress[]>

/** The address leads where no request may go. */
export class AddressRefused extends Error {}
/** No connection came about: nothing was taken. */
export class NotReached extends Error {}

const maxAnswerBytes = 16 * 1024

const resolveAll: ResolveAll = (hostname) =>
  new Promise((resolve, reject) =>
    lookupOfSystem(hostname, { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
  )

/**
 * The host that a URL leads to, as it is connected to.
 * @throws {AddressRefused} for another protocol, user and password in it, or a literal that is private
 */
export function guardedHost(url: string, allowPrivate: boolean): string {
  // The parser folds every spelling of an address (`2130706433`, `0x7f.1`) into the usual one.
  const { protocol, hostname, username, password } = new URL(url)
  if (!['http:', 'https:'].includes(protocol) || username !== '' || password !== '')
    throw new AddressRefused('neither http nor https, or with a password')
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
  if (!allowPrivate && (isIP(host) === 0 ? isLocalName(host) : isPrivateAddress(host)))
    throw new AddressRefused('a private address')
  return host
}

const isLocalName = (host: string) => /(?:^|\.)(?:localhost|local|internal)$/i.test(host)

/**
 * Is this an address that users may name? Its name is looked up; one that is not found yet may come about.
 * @throws {AddressRefused}
 */
export async function assertPublic(url: string, allowPrivate: boolean, resolve = resolveAll): Promise<void> {
  const host = guardedHost(url, allowPrivate)
  if (allowPrivate || isIP(host) !== 0) return
  const found = await resolve(host).catch(() => [])
  assertAllPublic(found)
}

function assertAllPublic(found: readonly LookupAddress[]): void {
  // One is enough: which of them is connected to is not for the name server to choose.
  if (found.some(({ address }) => isPrivateAddress(address))) throw new AddressRefused('a private address')
}

/**
 * Posts to an address that a user named.
 * @throws {AddressRefused} {@link NotReached} or whatever broke the connection: then it may have been taken
 */
export async function postGuarded(request: GuardedRequest): Promise<GuardedAnswer> {
  return send(request, await prepareGuarded(request))
}

/** The file is larger than is taken. */
export class FileTooLong extends Error {}

/**
 * Gets a file from an address that a user named: whole, or not at all.
 * @throws {AddressRefused} {@link FileTooLong} {@link NotReached} or whatever broke the connection
 */
export async function getGuarded(
  request: GuardedTarget & { maxBytes: number },
): Promise<Pick<GuardedAnswer, 'status' | 'headers'> & { bytes: Buffer }> {
  const open = await prepareGuarded(request)
  return new Promise((resolve, reject) => {
    const outgoing = open('GET')
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = []
      let length = 0
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        if (length <= request.maxBytes) return
        reject(new FileTooLong())
        response.destroy()
      })
      // An answer that ends before the length that it announced is an error as well.
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, bytes: Buffer.concat(chunks) })
      })
    })
    outgoing.end()
  })
}

type OpenRequest = (method: string, more?: Record<string, string>) => ClientRequest

/** @returns what opens a request to what the name leads to now */
async function prepareGuarded({
  url,
  headers,
  allowPrivate,
  timeoutMs,
  resolve = resolveAll,
}: GuardedTarget): Promise<OpenRequest> {
  const host = guardedHost(url, allowPrivate)
  const signal = AbortSignal.timeout(timeoutMs)
  const found = isIP(host) === 0 ? await resolveIn(resolve, host, signal) : []
  if (!allowPrivate) assertAllPublic(found)
  const lookup = ((_host, options, done) => {
    const [first] = found
    if (options.all) done(null, [...found])
    else done(null, first!.address, first!.family)
  }) as LookupFunction
  const start = url.startsWith('https:') ? httpsRequest : httpRequest
  return (method, more) =>
    start(url, {
      method,
      headers: { ...headers, ...more },
      ...(found.length > 0 && { lookup }),
      // A connection of its own: one that is kept could have been opened under another rule.
      agent: false,
      signal,
    })
}

async function resolveIn(resolve: ResolveAll, host: string, signal: AbortSignal): Promise<LookupAddress[]> {
  const ended = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error('the name was not found in time'))),
  )
  try {
    const found = await Promise.race([resolve(host), ended])
    if (found.length === 0) throw new Error('the name has no address')
    return found
  } catch (error) {
    throw new NotReached((error as Error).message, { cause: error })
  }
}

function send({ url, body }: GuardedRequest, open: OpenRequest): Promise<GuardedAnswer> {
  return new Promise((resolve, reject) => {
    let isConnected = false
    const outgoing = open('POST', { 'content-length': String(body.byteLength) })
    outgoing.on('socket', (socket) =>
      socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
        isConnected = true
      }),
    )
    outgoing.on('error', (error) =>
      reject(isConnected ? error : new NotReached(error.message, { cause: error })),
    )
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = []
      let length = 0
      const end = () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8', 0, maxAnswerBytes),
        })
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        // The status is enough: nobody waits for the end of an answer without one.
        if (length < maxAnswerBytes) return
        end()
        response.destroy()
      })
      response.on('end', end)
      response.on('error', end)
    })
    outgoing.end(body)
  })
}
