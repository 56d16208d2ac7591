import type { Visitor, VisitorLine, Visitors } from '@trackway/core/features/check-car/calls.ts'
import type { Db } from '../../platform/database/database.ts'
import { lineOf } from '../../platform/http/lines-reply.ts'
import type { Scope } from '../../platform/http/session.ts'
import { describeDevices } from './queries.ts'
import type { SearchPart } from './search.ts'

/** Some devices that were searched, with those of them that were there, in the order of their names. */
interface NamedPart {
  devices: number
  visitors: Visitor[]
}

const names = new Intl.Collator('zh', { numeric: true })
const byName = (a: Visitor, b: Visitor) =>
  names.compare(a.displayName, b.displayName) || (a.terminalID < b.terminalID ? -1 : 1)

export async function* namedParts(
  parts: AsyncIterable<SearchPart>,
  db: Db,
  scope: Scope,
): AsyncGenerator<NamedPart> {
  for await (const { devices, visits } of parts) {
    const ids = visits.map(({ deviceId }) => deviceId)
    const described = ids.length > 0 ? await describeDevices(db, scope, ids) : new Map()
    const visitors = visits.flatMap(({ deviceId, ...found }) => {
      // It may have been deleted meanwhile.
      const device = described.get(deviceId)
      return device ? [{ ...device, ...found }] : []
    })
    yield { devices, visitors: visitors.sort(byName) }
  }
}

/** The whole answer at once. */
export async function allOf(parts: AsyncIterable<NamedPart>, notFoundAt: number[]): Promise<Visitors> {
  const all: Visitors = { list: [], total: 0, devices: 0, notFoundAt }
  for await (const { devices, visitors } of parts) {
    all.devices += devices
    for (const visitor of visitors) {
      all.total += visitor.total
      all.list.push(visitor)
    }
  }
  all.list.sort(byName)
  return all
}

/** The answer line by line, while it is found. */
export async function* linesOf(
  parts: AsyncIterable<NamedPart>,
  of: number,
  notFoundAt: number[],
): AsyncGenerator<string> {
  const end = { total: 0, devices: 0, notFoundAt }
  for await (const { devices, visitors } of parts) {
    end.devices += devices
    let lines = ''
    for (const visitor of visitors) {
      end.total += visitor.total
      lines += line({ visitor })
    }
    yield lines + line({ progress: { devices: end.devices, of } })
  }
  yield line({ end })
}

const line: (value: VisitorLine) => string = lineOf
