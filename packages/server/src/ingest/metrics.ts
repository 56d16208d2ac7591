import { Counter, Gauge, Histogram, register } from 'prom-client'

/** Kept once per process, however often ingest is started (tests do). */
function once<M>(name: string, create: () => M): M {
  return (register.getSingleMetric(name) as M | undefined) ?? create()
}

export const committedItems = once(
  'trackway_ingest_items_committed_total',
  () =>
    new Counter({ name: 'trackway_ingest_items_committed_total', help: 'Frames whose data is committed.' }),
)
export const committedPositions = once(
  'trackway_ingest_positions_total',
  () =>
    new Counter({
      name: 'trackway_ingest_positions_total',
      help: 'Positions committed, repeats among them.',
    }),
)
export const reportsWithoutRow = once(
  'trackway_ingest_reports_without_row_total',
  () =>
    new Counter({
      name: 'trackway_ingest_reports_without_row_total',
      help: 'Reports that were acknowledged and made no position, by reason: noTime (no date that can be believed), serviceEnded.',
      labelNames: ['reason'],
    }),
)
export const rejectedItems = once(
  'trackway_ingest_items_rejected_total',
  () =>
    new Counter({
      name: 'trackway_ingest_items_rejected_total',
      help: 'Frames whose values the database refuses; they stand in the log.',
    }),
)
export const failedCommits = once(
  'trackway_ingest_commits_failed_total',
  () =>
    new Counter({
      name: 'trackway_ingest_commits_failed_total',
      help: 'Commits that failed and were tried again, by reason: schema means that this version is too old for the database.',
      labelNames: ['failure'],
    }),
)
export const commitSeconds = once(
  'trackway_ingest_commit_seconds',
  () =>
    new Histogram({
      name: 'trackway_ingest_commit_seconds',
      help: 'Time the database took for a batch.',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5],
    }),
)
export const waitingItems = once(
  'trackway_ingest_items_waiting',
  () => new Gauge({ name: 'trackway_ingest_items_waiting', help: 'Frames received and not committed yet.' }),
)
