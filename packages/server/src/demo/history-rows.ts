import type pg from 'pg'
import type { Position } from '../ingest/derive.ts'
import type { AlarmEvent } from '../ingest/draft.ts'
import { createPartitions } from '../ingest/partitions.ts'
import { alarmColumns, arraysOf, type Columns, positionColumns } from '../ingest/tables.ts'

/** So many rows a statement: larger ones gain nothing. */
const rowsPerStatement = 10_000
const dayMs = 86_400_000

/** Collects rows of history and writes them many at a time. Rows that are there already stay. */
export class HistoryRows {
  private readonly positions = arraysOf(positionColumns)
  private readonly alarms = arraysOf(alarmColumns)
  private readonly days = new Set<number>()
  private readonly knownDays = new Set<number>()
  private readonly client: pg.Pool
  /** Positions written so far. */
  count = 0

  constructor(client: pg.Pool) {
    this.client = client
  }

  get isFull(): boolean {
    return this.positions.device_id.length >= rowsPerStatement
  }

  addPosition(deviceId: number, serverTime: number, position: Position): void {
    const to = this.positions
    to.device_id.add(deviceId)
    to.fix_time.add(position.fixTime)
    to.server_time.add(serverTime)
    to.latitude_e7.add(position.latitudeE7)
    to.longitude_e7.add(position.longitudeE7)
    to.odometer_m.add(position.odometerM)
    to.speed_kmh.add(position.speedKmh)
    to.distance_m.add(position.distanceM)
    to.course_deg.add(position.courseDeg)
    to.altitude_m.add(position.altitudeM)
    to.satellites.add(position.satellites)
    to.quality.add(position.quality)
    to.acc_on.add(position.accOn)
    to.extra.add(position.extra)
    this.days.add(Math.floor(position.fixTime / dayMs))
  }

  addAlarm(deviceId: number, serverTime: number, alarm: AlarmEvent): void {
    const to = this.alarms
    to.device_id.add(deviceId)
    to.fix_time.add(alarm.time)
    to.code.add(alarm.code)
    to.server_time.add(serverTime)
    to.latitude_e7.add(alarm.latitudeE7)
    to.longitude_e7.add(alarm.longitudeE7)
    to.speed_kmh.add(alarm.speedKmh)
  }

  async flush(): Promise<void> {
    this.count += this.positions.device_id.length
    const missing = [...this.days].filter((day) => !this.knownDays.has(day))
    await createPartitions(this.client, 'positions', missing)
    for (const day of missing) this.knownDays.add(day)
    await this.insert('positions', positionColumns, this.positions)
    await this.insert('alarms', alarmColumns, this.alarms)
    this.days.clear()
  }

  private async insert(
    table: string,
    columns: Columns,
    arrays: { [name: string]: { length: number; bytes(): Buffer; clear(): void } },
  ): Promise<void> {
    if (arrays.device_id!.length === 0) return
    const names = Object.keys(columns)
    const parameters = Object.values(columns).map((type, n) => `$${n + 1}::${type}[]`)
    await this.client.query({
      name: `history-${table}`,
      text: `insert into ${table} (${names.join(', ')})
             select * from unnest(${parameters.join(', ')}) on conflict do nothing`,
      values: names.map((name) => arrays[name]!.bytes()),
    })
    for (const name of names) arrays[name]!.clear()
  }
}
