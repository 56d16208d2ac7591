import type { Place } from '../../../geo/area.ts'
import type { BusService } from '../timetable.ts'
import type { GtfsStop } from './gtfs-rows.ts'

export interface GtfsLine {
  name: string
  direction: 'outbound' | 'inbound' | 'loop'
  /** `#rrggbb`; null: the feed has none. */
  colour: string | null
  shape: Place[]
  stops: GtfsStop[]
  timetable: BusService[]
  /** Drives of the feed that go so. */
  trips: number
  /** Of a route in a direction the way that most drives take. */
  isUsual: boolean
}

/** What a line may have (`features/bus/calls.ts`). */
export interface LineLimits {
  places: number
  stops: number
  services: number
  farStopM: number
}
