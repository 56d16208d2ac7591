import type { Track } from '@trackway/core/track/columns.ts'
import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import { findEpisodes } from '@trackway/core/track/episodes/find-episodes.ts'
import { trackSettingDefaults } from '@trackway/core/track/track-settings.ts'

/** Trips and stops of a whole track at once, by the defaults: what the database comes to, in whatever order reports came. */
export function tripsAndStops(track: Track): Episode[] {
  const { episodes } = findEpisodes({ track, batteryPercent: null }, trackSettingDefaults, null)
  return episodes.filter(({ kind }) => kind === 'trip' || kind === 'stop')
}
