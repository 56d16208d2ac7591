import type { StoredEpisode } from '@trackway/core/track/episodes/episode.ts'

type Episodes = readonly StoredEpisode[]

/**
 * The stops, in order of time, from whose beginning on what is found anew is as it is stored. What is found from
 * a stop on depends on nothing before it but what goes on there, and on the last rise or fall of the battery
 * (`checkpointAtStop` of core): these must have begun alike.
 */
export function convergenceStops(found: Episodes, stored: Episodes): StoredEpisode[] {
  const known = new Set(stored.map(sameness))
  return found
    .filter((each) => each.kind === 'stop' && known.has(sameness(each)))
    .filter(({ from }) => situationAt(from, found) === situationAt(from, stored))
    .sort((a, b) => a.from - b.from)
}

export const goesOnAt = (time: number, { from, to }: StoredEpisode) => from < time && to > time

function situationAt(time: number, episodes: Episodes): string {
  const begun = episodes.filter(({ from }) => from < time).sort((a, b) => a.from - b.from)
  const leg = begun.findLast(({ kind }) => kind === 'charging' || kind === 'discharging')
  const open = begun.filter((episode) => goesOnAt(time, episode)).map(beginningOf)
  return [...open.sort(), leg && !goesOnAt(time, leg) ? sameness(leg) : ''].join()
}

/** Equal for episodes that are the same, as it was found or as it is stored. */
function sameness(episode: StoredEpisode): string {
  const { to, ended, idleMs, toLat, toLon, toValue } = episode
  return JSON.stringify([beginningOf(episode), to, ended, idleMs, e7(toLat), e7(toLon), float4(toValue)])
}

function beginningOf({ kind, from, began, fromLat, fromLon, fromValue }: StoredEpisode): string {
  return JSON.stringify([kind, from, began, e7(fromLat), e7(fromLon), float4(fromValue)])
}

const e7 = (degrees: number | null) => (degrees === null ? null : Math.round(degrees * 1e7))
const float4 = (value: number | null) => (value === null ? null : Math.fround(value))
