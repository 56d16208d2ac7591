import { readRange } from './day-range.ts'

/** What a link to the replay says: which device, and which days of the account's calendar. */
export interface TrackSearch {
  terminalID?: string
  first?: string
  last?: string
}

export function trackSearch(search: Record<string, unknown>): TrackSearch {
  const { terminalID } = search
  const range = readRange(search.first, search.last)
  return {
    // A link may hold the digits without quotes: the router then reads a number.
    ...((typeof terminalID === 'string' || typeof terminalID === 'number') && {
      terminalID: String(terminalID),
    }),
    ...range,
  }
}
