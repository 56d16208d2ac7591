import type { VisitorLine, Visitors } from '@trackway/core/features/check-car/calls.ts'
import { lineOf } from '../../platform/http/lines-reply.ts'
import type { SearchPart } from './search.ts'

/** The whole answer at once. */
export async function allOf(parts: AsyncIterable<SearchPart>, notFoundAt: number[]): Promise<Visitors> {
  const all: Visitors = { list: [], total: 0, devices: 0, notFoundAt }
  for await (const { devices, visitors } of parts) {
    all.devices += devices
    for (const visitor of visitors) {
      all.total += visitor.total
      all.list.push(visitor)
    }
  }
  return all
}

/** The answer line by line, while it is found. */
export async function* linesOf(
  parts: AsyncIterable<SearchPart>,
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
