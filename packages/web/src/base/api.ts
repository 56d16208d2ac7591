import { addressOf } from '@trackway/core/api/address-input.ts'
import type { Call, Envelope, InputOf, OutputOf } from '@trackway/core/api/call.ts'
import { type ResultName, resultCodes, resultNames } from '@trackway/core/codes/results.ts'
import { basePathHeader, newSession, sessionHeader } from '@trackway/core/features/accounts/session-cookie.ts'
import { languageTags, useLanguage } from './language.ts'
import { endActing, endSession, useSession } from './session.ts'
import { basePath, pathAtHost } from './web-paths.ts'

/** How a call failed: a result of the contract's table, or no answer at all. */
export type FailureName = ResultName | 'network' | 'timeout'

/** A call that did not succeed. Match on `result`; its text is `result.<result>` (see `error-text.ts`). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly result: FailureName
  /** The code of the envelope; 0 when no answer came. */
  readonly code: number
  /** Which fields were refused and why. */
  readonly issues: readonly { path: string; reason: string }[]
  /** The number that its text names. */
  readonly count: number | undefined

  constructor(
    result: FailureName,
    parts: {
      code?: number
      issues?: ApiError['issues']
      count?: number | undefined
      cause?: unknown
    } = {},
  ) {
    super(result, { cause: parts.cause })
    this.result = result
    this.code = parts.code ?? 0
    this.issues = parts.issues ?? []
    this.count = parts.count
  }
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** How long to wait for the whole answer; 20 s by default. */
  timeoutMs?: number
}

interface FileOptions extends CallOptions {
  /** Called with how much of the file has arrived. */
  onBytes?: (bytes: number) => void
}

/** What the client needs to know of a call. */
type CalledCall = Pick<Call, 'method' | 'path' | 'permission' | 'input' | 'output'>

/**
 * Calls the server as the contract describes it.
 * @throws {ApiError} on refusal, lost network or time-out. An abort by the caller's signal rises as it is.
 */
export async function api<C extends CalledCall>(
  call: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<OutputOf<C>> {
  const token = call.permission === 'public' ? null : useSession.getState().token
  const response = await send(call, input, token, options)
  const envelope = await readEnvelope(response, options.signal)
  if (envelope.meta.success) return envelope.data as OutputOf<C>
  throw toError(envelope, token)
}

/**
 * The same for a reply that is not JSON: the bytes as they arrive. A refusal still comes as an envelope and
 * is thrown.
 * @param type of the reply, where the call has several
 */
export async function apiBytes<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: CallOptions = {},
  type = 'application/octet-stream',
): Promise<ReadableStream<Uint8Array>> {
  const { token } = useSession.getState()
  const response = await send(call, input, token, options, type)
  if (response.headers.get('content-type')?.startsWith(type) && response.body) return response.body
  throw toError(await readEnvelope(response, options.signal), token)
}

/**
 * The same for a reply that is a file: its whole content, and the name the server gives it.
 */
export async function apiFile<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: FileOptions = {},
): Promise<{ content: Blob; fileName: string }> {
  const { token } = useSession.getState()
  const response = await send(call, input, token, options, '*/*')
  const disposition = response.headers.get('content-disposition')
  if (disposition === null) throw toError(await readEnvelope(response, options.signal), token)
  try {
    const { onBytes } = options
    const content = onBytes ? await countedBlob(response, onBytes) : await response.blob()
    return { content, fileName: fileNameOf(disposition) }
  } catch (error) {
    throw toFailure(error, options.signal)
  }
}

async function countedBlob(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.length
      onBytes(bytes)
      controller.enqueue(part)
    },
  })
  const { headers } = response
  return new Response(response.body?.pipeThrough(counter), { headers }).blob()
}

/** RFC 6266: the encoded name where there is one, else the plain one. */
function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(disposition)?.[1] ?? 'trackway'
}

async function send(
  call: CalledCall,
  input: unknown,
  token: string | null,
  { signal, timeoutMs = 20_000 }: CallOptions,
  accept = 'application/json',
): Promise<Response> {
  const headers: Record<string, string> = {
    Accept: accept,
    'Accept-Language': languageTags[useLanguage.getState().language],
    [sessionHeader]: token ?? newSession,
    ...(basePath !== '/' && { [basePathHeader]: basePath }),
  }
  const init: RequestInit = { method: call.method, headers, signal: within(timeoutMs, signal) }
  if (call.method === 'POST') {
    headers['Content-Type'] = 'application/json'
    init.body = JSON.stringify(input ?? {})
  }
  try {
    return await fetch(pathAtHost(addressOf(call, input ?? {})), init)
  } catch (error) {
    throw toFailure(error, signal)
  }
}

async function readEnvelope(response: Response, signal: AbortSignal | undefined): Promise<Envelope> {
  let body: unknown
  try {
    body = await response.json()
  } catch (error) {
    // A proxy in between answers in HTML when the server behind it is away.
    if (error instanceof SyntaxError) throw new ApiError('unavailable', { cause: error })
    throw toFailure(error, signal)
  }
  if (isEnvelope(body)) return body
  throw new ApiError('internal', { cause: body })
}

function toError(envelope: Envelope, token: string | null): ApiError {
  const { code, issues, count } = envelope.meta
  // An answer to an earlier session's call must not end the present session.
  if (code === resultCodes.sessionExpired && token !== null && token === useSession.getState().token)
    if (!endActing()) endSession('expired')
  return new ApiError(resultNames[code] ?? 'internal', { code, issues: issues ?? [], count })
}

function toFailure(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return error
  const isLate = error instanceof DOMException && error.name === 'TimeoutError'
  return new ApiError(isLate ? 'timeout' : 'network', { cause: error })
}

function within(timeoutMs: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

function isEnvelope(body: unknown): body is Envelope {
  return (
    typeof body === 'object' &&
    body !== null &&
    'meta' in body &&
    typeof (body as Envelope).meta?.code === 'number'
  )
}
