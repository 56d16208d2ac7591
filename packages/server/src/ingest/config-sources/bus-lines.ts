import { lineGeometry } from '@trackway/core/features/bus/line-geometry.ts'
import type { WatchedLine } from '@trackway/core/features/bus/off-route.ts'
import { sourceByDevice } from './config-source.ts'

/** A line whose vehicles are watched. */
export interface AssignedLine extends WatchedLine {
  name: string
}

interface Row {
  device_id: number
  id: number
  name: string
  shape: [lat: number, lon: number][]
  change_time: number
  off_route_m: number
  off_route_points: number
  off_route_s: number
}

/** Lines kept ready, one object for all of their vehicles; those used last stay. */
const maxLines = 5_000
const ready = new Map<number, AssignedLine>()

/** The bus lines that a device drives and that are watched, while it belongs to the account of the line or one below. */
export const busLines = sourceByDevice<readonly AssignedLine[]>(async (client, deviceIds) => {
  const { rows } = await client.query<Row>(
    `select v.device_id, l.id, l.name, l.shape, l.change_time, l.off_route_m, l.off_route_points, l.off_route_s
       from bus_line_devices v
       join bus_lines l on l.id = v.line_id
       join accounts a on a.id = l.account_id
       join devices d on d.id = v.device_id
       join accounts o on o.id = d.account_id
       where v.device_id = any($1::int4[]) and l.off_route_m is not null and starts_with(o.path, a.path)
       order by l.id`,
    [deviceIds],
  )
  const found = new Map<number, AssignedLine[]>()
  for (const row of rows) {
    const lines = found.get(row.device_id) ?? []
    lines.push(lineOf(row))
    found.set(row.device_id, lines)
  }
  return found
}, [])

function lineOf(row: Row): AssignedLine {
  const known = ready.get(row.id)
  const line = known?.version === row.change_time ? known : compile(row)
  ready.delete(row.id)
  ready.set(row.id, line)
  if (ready.size > maxLines) ready.delete(ready.keys().next().value!)
  return line
}

function compile(row: Row): AssignedLine {
  const shape = row.shape.map(([lat, lon]) => ({ lat, lon }))
  return {
    lineId: row.id,
    version: row.change_time,
    name: row.name,
    geometry: lineGeometry(shape, []),
    limitM: row.off_route_m,
    points: row.off_route_points,
    seconds: row.off_route_s,
  }
}
