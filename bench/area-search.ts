/**
 * Who was here? A circle of 500 m in a town, searched over HTTP as the screen does: of a day that is packed, of today
 * with the cells that are kept of it, and without them, as it was before. Devices begin anywhere in an area of 100 km
 * and drive half of the time at 40 km/h, turning now and then. `--devices 3000`, `--points 1440` a day.
 */
import { linesType } from '@trackway/core/api/call.ts'
import { checkCarCalls, type VisitorLine } from '@trackway/core/features/check-car/calls.ts'
import { distanceM } from '@trackway/core/geo/distance.ts'
import { newTrack, type Track } from '@trackway/core/track/columns.ts'
import { checkCarHandlers } from '@trackway/server/features/check-car/calls.ts'
import { processTracks } from '@trackway/server/features/episodes/processing/process-track.ts'
import { packDay } from '@trackway/server/features/track-storage/packed-day.ts'
import { createPartitions } from '@trackway/server/ingest/partitions.ts'
import { postAs, serveHere, urlOf } from './load/ask.ts'
import { openBenchDatabase } from './load/bench-database.ts'
import { middleAndMost, quantile, readOptions } from './load/figures.ts'

const { devices, points, runs } = readOptions({ devices: 3_000, points: 1_440, runs: 5 })
const dayMs = 86_400_000
const today = Math.floor(Date.now() / dayMs)
/** Days of so many different devices; the others drive as these do. */
const drives = Math.min(devices, 2_000)
const townE7 = { lat: 312_000_000, lon: 1_214_000_000 }
const areaE7 = 10_000_000
const circle = { lat: townE7.lat / 1e7, lon: townE7.lon / 1e7, radiusM: 500 }

const database = await openBenchDatabase(devices)
const { pool } = database
try {
  const packedDays = [today - 4, today - 3, today - 2]
  await fillPacked(packedDays)
  const rowsOfDay = await fillRows(today - 1)
  await pool.query('vacuum analyze')
  const http = await serveHere(database, checkCarHandlers)
  const post = await postAs(urlOf(http.port), database, 1)
  const measured = [await measure('packed', packedDays[1]!)]
  measured.push(await measure('rows alone', today - 1))
  await follow()
  await pool.query('vacuum analyze hot_day_cells')
  measured.push(await measure('rows with cells', today - 1))
  await http.close()
  console.log(`${devices} devices, ${rowsOfDay} rows of the day that is not packed`)
  console.table(measured)

  async function measure(what: string, day: number) {
    const [firsts, wholes] = [[] as number[], [] as number[]]
    let visitors = 0
    for (let run = 0; run < runs; run++) {
      const begin = performance.now()
      const input = { ...circle, from: day * dayMs, to: (day + 1) * dayMs - 1 }
      const response = await post(checkCarCalls.point, input, { accept: linesType })
      visitors = 0
      let text = ''
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        if (firsts.length === run && chunk.includes('"visitor"')) firsts.push(performance.now() - begin)
        text += chunk
      }
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as VisitorLine)
      visitors = lines.filter((line) => 'visitor' in line).length
      if (!('end' in lines.at(-1)!)) throw new Error(`the answer was cut: ${text.slice(-200)}`)
      wholes.push(performance.now() - begin)
    }
    return { what, visitors, firstMs: Math.round(quantile(firsts, 0.5)), ...middleAndMost(wholes) }
  }
} finally {
  await database.drop()
}

/** The same for every run. */
function randomOf(seed: number) {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

function driveOf(drive: number, day: number): { track: Track; distancesM: Float32Array } {
  const random = randomOf(drive + 1)
  const track = newTrack(points)
  const distancesM = new Float32Array(points)
  const stepMs = dayMs / points
  let lat = townE7.lat + (random() - 0.5) * areaE7
  let lon = townE7.lon + (random() - 0.5) * areaE7
  let course = random() * 2 * Math.PI
  for (let i = 0; i < points; i++) {
    const isMoving = Math.floor((i * stepMs) / 3_600_000) % 2 === 0
    if (isMoving) {
      const stepE7 = ((40 / 3.6) * (stepMs / 1000) * 1e7) / 111_195
      if (random() < 0.05) course = random() * 2 * Math.PI
      lat += Math.cos(course) * stepE7
      lon += (Math.sin(course) * stepE7) / 0.855
    }
    track.fixTime[i] = day * dayMs + i * stepMs
    track.latE7[i] = Math.round(lat / 10) * 10
    track.lonE7[i] = Math.round(lon / 10) * 10
    track.speedKmh[i] = isMoving ? 40 : 0
    track.courseDeg[i] = Math.round((((course * 180) / Math.PI) % 360) + 360) % 360
    track.satellites[i] = 12
    track.accOn[i] = Number(isMoving)
    const [a, b] = [i - 1, i].map((at) => ({ lat: track.latE7[at]! / 1e7, lon: track.lonE7[at]! / 1e7 }))
    if (i > 0) distancesM[i] = distanceM(a!.lat, a!.lon, b!.lat, b!.lon)
  }
  return { track, distancesM }
}

async function fillPacked(days: readonly number[]): Promise<void> {
  for (const day of days) {
    for (let drive = 0; drive < drives; drive++) {
      const { track, distancesM } = driveOf(drive, day)
      const serverTimes = track.fixTime.slice()
      const extras = Array.from({ length: points }, () => '')
      const {
        block,
        readings,
        box,
        cells,
        distanceM: metres,
      } = packDay({ track, serverTimes, distancesM, extras })
      await pool.query(
        `insert into track_days (device_id, day, points, first_time, last_time, min_latitude_e7, max_latitude_e7,
           min_longitude_e7, max_longitude_e7, distance_m, packed_time, block, readings, cells)
         select id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $5, $11, $12, $13 from devices where id % ${drives} = $1`,
        [
          drive,
          day,
          points,
          track.fixTime[0],
          track.fixTime.at(-1),
          box!.minLatE7,
          box!.maxLatE7,
          box!.minLonE7,
          box!.maxLonE7,
          metres,
          block,
          readings,
          cells,
        ],
      )
    }
  }
}

async function fillRows(day: number): Promise<number> {
  await createPartitions(pool, 'positions', new Set([day]))
  let rows = 0
  for (let drive = 0; drive < drives; drive++) {
    const { track, distancesM } = driveOf(drive, day)
    const { rowCount } = await pool.query(
      `insert into positions (device_id, fix_time, server_time, latitude_e7, longitude_e7, speed_kmh, distance_m,
         course_deg, satellites, quality, acc_on)
       select id, t, t, lat, lon, speed, metres, course, 12, 0, speed > 0 from devices,
         unnest($2::int8[], $3::int4[], $4::int4[], $5::real[], $6::real[], $7::int2[])
           as u (t, lat, lon, speed, metres, course)
       where id % ${drives} = $1`,
      [
        drive,
        [...track.fixTime],
        [...track.latE7],
        [...track.lonE7],
        [...track.speedKmh],
        [...distancesM],
        [...track.courseDeg],
      ],
    )
    rows += rowCount!
  }
  return rows
}

/** What the job that follows tracks has done of it by then. */
async function follow(): Promise<void> {
  const { rows } = await pool.query<{ id: number }>('select id from devices order by id')
  const client = await pool.connect()
  for (let at = 0; at < rows.length; at += 500) {
    let ids = rows.slice(at, at + 500).map(({ id }) => id)
    while (ids.length > 0) {
      await processTracks(client, ids, { now: Date.now(), isWaiting: true })
      // The days before the newest ones are followed after them.
      const left = await client.query<{ id: number }>(
        `select device_id as id from track_changes where device_id = any($1::int4[])
         union select device_id from episode_progress where device_id = any($1::int4[]) and until_time < $2`,
        [ids, today * dayMs - dayMs / points],
      )
      ids = left.rows.map(({ id }) => id)
    }
  }
  client.release()
}
