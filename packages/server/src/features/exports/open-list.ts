import type { ListQuestion } from '@trackway/core/api/exports.ts'
import { lists } from '@trackway/core/lists.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Handler } from '../../platform/http/serve.ts'
import { openReport } from './open-report.ts'
import type { Asking, OpenedReport, OpenReport, ReportRow } from './report-rows.ts'

/** Rows read at a time: more than a screen may ask for, so that a long list takes few questions. */
const rowsPerPage = 5_000
/** Reading changes nothing, so there is nothing to tell. */
const silentBus: Bus = {
  isConnected: true,
  publish: () => undefined,
  subscribe: () => () => undefined,
  close: async () => undefined,
}

/** Opens what a file is asked of: a report, or a list by the handler that answers its screen. */
export function openSource(handlers: readonly Handler[]): OpenReport {
  return (database, asking) => {
    const { question } = asking
    if (!('list' in question)) return openReport(database, { ...asking, question })
    return openList(database, { ...asking, question }, handlers)
  }
}

async function openList(
  database: Parameters<OpenReport>[0],
  { question, account, scope, language, timeZone, now, signal }: Asking<ListQuestion>,
  handlers: readonly Handler[],
): Promise<OpenedReport> {
  const { find, rowId } = lists[question.list]
  const handler = handlers.find(({ call }) => call.path === find.path)
  if (handler === undefined) throw new Error(`nothing answers ${find.path}`)
  const filter = find.input.parse(question.filter)
  const { id, role, path } = account
  const session = {
    tokenHash: Buffer.alloc(0),
    account: { id, role, path, isDemo: false, language, timeZone },
    deviceId: null,
    expireTime: now,
  }
  const read = async (pageNum: number) => {
    const context = { ...database, bus: silentBus, now, address: '', language, accept: '', signal }
    const input = { ...filter, pageNum, pageSize: rowsPerPage }
    return (await handler.run({ ...context, input }, { session, scope })) as {
      list: ReportRow[]
      total: number
    }
  }

  const first = await read(1)
  const wanted = question.ids && new Set<unknown>(question.ids)
  const pages = async function* () {
    for (let pageNum = 1; (pageNum - 1) * rowsPerPage < first.total; pageNum++) {
      const { list } = pageNum === 1 ? first : await read(pageNum)
      if (list.length === 0) return
      yield wanted ? list.filter((row) => wanted.has(row[rowId])) : list
    }
  }
  const rows = wanted?.size ?? first.total
  return {
    summary: { rows, devices: null, devicesWithData: null, pendingDevices: 0, sum: null },
    rows: pages(),
  }
}
