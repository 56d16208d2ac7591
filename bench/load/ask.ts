import type { Call } from '@trackway/core/api/call.ts'
import { createAuthenticate, openSession } from '@trackway/server/features/accounts/sessions.ts'
import { createLocalBus } from '@trackway/server/platform/bus/bus.ts'
import type { Database } from '@trackway/server/platform/database/database.ts'
import { startHttp } from '@trackway/server/platform/http/http.ts'
import { createLog } from '@trackway/server/platform/log.ts'

/** Sends calls of the API over HTTP as an account. */
export type CallApi = <D>(call: Call, input: object) => Promise<{ ms: number; data: D }>

export const urlOf = (port: number): string => `http://127.0.0.1:${port}`

/** Sends calls to a server as an account, with further headers. */
export async function postAs(url: string, { db }: Pick<Database, 'db'>, accountId: number) {
  const token = await openSession(db, { accountId, isLong: false, now: Date.now() })
  return (call: Call, input: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url + call.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    })
}

/** @throws where a call is refused */
export async function callsAs(
  url: string,
  database: Pick<Database, 'db'>,
  accountId: number,
): Promise<CallApi> {
  const post = await postAs(url, database, accountId)
  return async <D>(call: Call, input: object) => {
    const start = performance.now()
    const { data, meta } = (await (await post(call, input)).json()) as {
      data: D | null
      meta: { code: number }
    }
    if (data === null || meta.code !== 200) throw new Error(`${call.path}: ${JSON.stringify(meta)}`)
    return { ms: performance.now() - start, data }
  }
}

/** Serves these calls from this process. */
export function serveHere(database: Database, handlers: Parameters<typeof startHttp>[0]['handlers']) {
  const log = createLog('error')
  const bus = createLocalBus(log)
  return startHttp({
    config: { http: { port: 0, host: '127.0.0.1', trustProxy: () => false } },
    database,
    bus,
    log,
    authenticate: createAuthenticate({ database, bus }),
    handlers,
    requestsPerMinute: 1_000_000,
  })
}
