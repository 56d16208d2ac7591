import { z } from 'zod'

export const lineTabs = ['live', 'route', 'timetable', 'links'] as const
export type LineTab = (typeof lineTabs)[number]

const search = z.object({
  /** Of the line; without one a new line is drawn. */
  id: z.int().positive().optional().catch(undefined),
  /** A drive that a new line is taken from: whose, and the instants between. */
  terminalID: z.coerce.string().optional().catch(undefined),
  from: z.int().nonnegative().optional().catch(undefined),
  to: z.int().nonnegative().optional().catch(undefined),
})
export type LineUrl = z.output<typeof search>

export function readLineUrl(raw: Record<string, unknown>): LineUrl {
  return search.parse(raw)
}
