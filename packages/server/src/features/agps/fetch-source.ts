import type { AgpsFailure, AgpsKind } from '@trackway/core/features/agps/calls.ts'
import { agpsLimits } from '@trackway/core/features/agps/calls.ts'
import { AddressRefused, FileTooLong, getGuarded } from '../../platform/outbound/guarded-request.ts'
import { processSettings } from '../../platform/settings/process-settings.ts'

/** Where a source has its data from. */
export interface FetchedSource {
  kind: AgpsKind
  url: string | null
  gnss: string | null
  data: string | null
  /** Of the account with u-blox. */
  token: string | null
}

/** No usable data came. */
export class AgpsFailed extends Error {
  readonly failure: AgpsFailure
  /** When the provider wants to be asked again. */
  readonly retryAfterMs: number | null

  constructor(failure: AgpsFailure, retryAfterMs: number | null = null, options?: ErrorOptions) {
    super(failure, options)
    this.failure = failure
    this.retryAfterMs = retryAfterMs
  }
}

const timeoutMs = 30_000

/** Of u-blox; a source may name others. */
const usualUrls: Partial<Record<AgpsKind, string>> = {
  assistNow: 'https://AssistNow.services.u-blox.com/GetAssistNowData.ashx',
  assistNowToken: 'https://online-live1.services.u-blox.com/GetOnlineData.ashx',
}

/**
 * The address of the data of a source.
 * @param chipcode of a receiver, which AssistNow gives data for
 */
export function addressOfSource(
  { kind, url, gnss, data, token }: FetchedSource,
  chipcode: string | null,
): string | null {
  const base = url ?? usualUrls[kind]
  if (base === undefined) return null
  if (kind === 'assistNow') {
    const query = new URLSearchParams({ chipcode: chipcode ?? '' })
    // Commas are part of its lists.
    return `${base}?${query}&gnss=${gnss ?? 'gps,glo'}&data=${data ?? 'ulorb_l1,ualm'}`
  }
  if (kind === 'assistNowToken') {
    const datatype = data ?? 'eph,alm'
    return `${base}?token=${encodeURIComponent(token ?? '')};gnss=${gnss ?? 'gps,glo'};datatype=${datatype};format=mga`
  }
  return base
}

/** @throws {AgpsFailed} */
export async function fetchSource(source: FetchedSource, chipcode: string | null): Promise<Buffer> {
  const url = addressOfSource(source, chipcode)
  if (url === null) throw new AgpsFailed('unreachable')
  const answer = await getGuarded({
    url,
    headers: { accept: 'application/ubx, application/octet-stream, */*' },
    timeoutMs,
    maxBytes: agpsLimits.bytes,
    allowPrivate: processSettings.webhookAllowPrivate,
  }).catch((error: unknown) => {
    if (error instanceof AddressRefused) throw new AgpsFailed('addressRefused', null, { cause: error })
    if (error instanceof FileTooLong) throw new AgpsFailed('tooLong', null, { cause: error })
    const isCut = (error as NodeJS.ErrnoException).code === 'ECONNRESET'
    throw new AgpsFailed(isCut ? 'truncated' : 'unreachable', null, { cause: error })
  })
  const { status, bytes, headers } = answer
  if (status === 200) return bytes
  const retryAfterMs = 1_000 * Number(headers['retry-after'])
  const retry = Number.isFinite(retryAfterMs) && retryAfterMs > 0 ? retryAfterMs : null
  if (status === 403) throw new AgpsFailed('forbidden', retry)
  throw new AgpsFailed(status === 429 ? 'tooManyRequests' : 'status', retry)
}
