import type pg from 'pg'
import { findEpisodesBetween } from '../episodes/queries.ts'
import type { SharedDevice } from './open-share.ts'

/** The kinds of episodes that a shared replay shows. */
const sharedKinds = ['trip', 'stop', 'overspeed'] as const

/** Trips, stops and overspeed of a shared replay, as they were found last. */
export function sharedEpisodes(pool: pg.Pool, { deviceId, from, to }: SharedDevice) {
  return findEpisodesBetween(pool, { deviceId, from, to, kinds: sharedKinds })
}
