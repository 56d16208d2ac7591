import { createHash } from 'node:crypto'
import type { MediaFacts, MediaPiece, MediaProgress } from '@trackway/protocols/protocol.ts'
import type pg from 'pg'
import { mediaBounds } from '../bounds.ts'
import { isCheckRight } from './check-file.ts'

/** A piece as the gateway received it. */
export interface ArrivedPiece {
  piece: MediaPiece
  receivedTime: number
}

/**
 * What became of a piece. `stored`: it is durable, or was; with the last of several of one file comes how far the file
 * is. `refused`: nothing of it is kept, and it may come again.
 */
export type PieceOutcome = { kind: 'stored'; progress: MediaProgress | null } | { kind: 'refused' }

interface Transfer {
  id: number
  unit: 'byte' | 'part'
  total: number
  facts: MediaFacts
  first_time: number
  state: 'open' | 'whole' | 'kept'
}

const deviceLocks = 7_203_092
const refused: PieceOutcome = { kind: 'refused' }

/**
 * Stores pieces of files of one device, in the order in which they came, all in one transaction. A piece that is there
 * already changes nothing. One that differs from what is there at its place, or whose device gives names anew since, belongs
 * to another file of the same name (devices that restart count anew): the file that was not finished gives way.
 */
export async function storePieces(
  pool: pg.Pool,
  deviceId: number,
  arrived: readonly ArrivedPiece[],
): Promise<PieceOutcome[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Over two connections the device may send the same.
    await client.query('select pg_advisory_xact_lock($1, $2)', [deviceLocks, deviceId])
    const outcomes: PieceOutcome[] = []
    for (const group of groupsOf(arrived)) outcomes.push(...(await storeGroup(client, deviceId, group)))
    await client.query('commit')
    client.release()
    return outcomes
  } catch (error) {
    // The connection may be what failed.
    await client.query('rollback').catch(() => {})
    client.release(error as Error)
    throw error
  }
}

/** Runs of pieces of the same file, in which no place comes twice. */
function groupsOf(arrived: readonly ArrivedPiece[]): ArrivedPiece[][] {
  const groups: ArrivedPiece[][] = []
  for (const one of arrived) {
    const last = groups.at(-1)
    const { transfer, start, sinceTime } = one.piece
    const belongs = last?.every(
      ({ piece }) => piece.transfer === transfer && piece.start !== start && piece.sinceTime === sinceTime,
    )
    if (belongs) last?.push(one)
    else groups.push([one])
  }
  return groups
}

async function storeGroup(
  client: pg.PoolClient,
  deviceId: number,
  group: readonly ArrivedPiece[],
): Promise<PieceOutcome[]> {
  const none = group.map(() => refused)
  const { transfer: name, unit } = group[0]!.piece
  const before = await findTransfer(client, deviceId, name)
  const total = group.find(({ piece }) => piece.total !== null)?.piece.total ?? before?.total
  if (total === undefined || !isWithinBounds(group, total)) return none
  const isSame =
    before !== null &&
    before.unit === unit &&
    before.total === total &&
    before.first_time >= (group[0]!.piece.sinceTime ?? 0) &&
    group.every(({ piece }) => agrees(before.facts, piece)) &&
    (await fitsStored(client, before.id, group))
  if (!isSame && before?.state === 'open') await deleteTransfer(client, before.id)
  const transfer = isSame ? before : await openTransfer(client, deviceId, { name, unit, total }, group)
  const { missing, facts, bytes } = await addPieces(client, transfer.id, group)
  if (bytes > mediaBounds.fileBytes || missing.length > mediaBounds.gaps) {
    await deleteTransfer(client, transfer.id)
    return none
  }
  const stored: PieceOutcome[] = group.map(() => ({ kind: 'stored', progress: null }))
  const isOver = missing.length === 0
  if (isOver && transfer.state === 'open' && !(await finish(client, transfer.id)))
    stored.splice(-1, 1, refused)
  // Of a file that was finished before, only the last piece asks for its end: the first one may be that of another.
  else if (transfer.state === 'open' || group.some(({ piece }) => piece.end === total))
    stored.splice(-1, 1, { kind: 'stored', progress: { missing, facts } })
  return stored
}

function isWithinBounds(group: readonly ArrivedPiece[], total: number): boolean {
  const most = group[0]!.piece.unit === 'part' ? mediaBounds.fileParts : mediaBounds.fileBytes
  return (
    total > 0 && total <= most && group.every(({ piece }) => piece.end <= total && isLongEnough(piece, total))
  )
}

/** Each block is a row, however short; one that only announces the file is none. */
const isLongEnough = ({ unit, start, end }: MediaPiece, total: number): boolean =>
  unit === 'part' || start === end || end === total || end - start >= mediaBounds.leastBlockBytes

/** A piece that says of the file something else than was said before is of another one. */
function agrees(known: MediaFacts, { facts }: MediaPiece): boolean {
  const isDifferent = (name: 'mediaId' | 'time') =>
    facts?.[name] !== undefined && known[name] !== undefined && facts[name] !== known[name]
  return !isDifferent('mediaId') && !isDifferent('time')
}

async function findTransfer(client: pg.PoolClient, deviceId: number, name: string): Promise<Transfer | null> {
  const { rows } = await client.query<Transfer>(
    `select id, unit, total, facts, first_time, state from media_transfers where device_id = $1 and name = $2
     order by id desc limit 1`,
    [deviceId, name],
  )
  return rows[0] ?? null
}

async function fitsStored(
  client: pg.PoolClient,
  transferId: number,
  group: readonly ArrivedPiece[],
): Promise<boolean> {
  const { rows } = await client.query<{ start_place: number; end_place: number; digest: Buffer }>(
    `select start_place, end_place, digest from media_pieces
     where transfer_id = $1 and start_place = any($2::int4[])`,
    [transferId, group.map(({ piece }) => piece.start)],
  )
  return group.every(({ piece }) => {
    const there = rows.find(({ start_place }) => start_place === piece.start)
    return there === undefined || (there.end_place === piece.end && there.digest.equals(digestOf(piece)))
  })
}

async function openTransfer(
  client: pg.PoolClient,
  deviceId: number,
  { name, unit, total }: { name: string; unit: string; total: number },
  group: readonly ArrivedPiece[],
): Promise<Pick<Transfer, 'id' | 'state'>> {
  // The file that has been silent for longest makes room.
  await client.query(
    `delete from media_transfers where id in (
       select id from media_transfers where device_id = $1 and state = 'open'
       order by last_time desc offset $2)`,
    [deviceId, mediaBounds.openFiles - 1],
  )
  const check = group.find(({ piece }) => piece.check)?.piece.check
  const { rows } = await client.query<{ id: number }>(
    `insert into media_transfers (device_id, name, unit, total, facts, check_kind, check_value, first_time, last_time)
     values ($1, $2, $3, $4, '{}', $5, $6, $7, $7) returning id`,
    [deviceId, name, unit, total, check?.kind ?? null, check?.value ?? null, group[0]!.receivedTime],
  )
  return { id: rows[0]!.id, state: 'open' }
}

async function addPieces(
  client: pg.PoolClient,
  transferId: number,
  group: readonly ArrivedPiece[],
): Promise<MediaProgress & { bytes: number }> {
  const pieces = group.map(({ piece }) => piece).filter(({ start, end }) => start < end)
  const facts = Object.assign({}, ...group.map(({ piece }) => piece.facts ?? {}))
  const { rows } = await client.query<{ missing: string; facts: MediaFacts; bytes: number }>(
    `with given as (
       select * from unnest($2::int4[], $3::int4[], $4::bytea[], $5::bytea[]) as g (start_place, end_place, digest, bytes)
     ), added as (
       insert into media_pieces select $1, g.* from given g on conflict do nothing returning length(bytes) as size
     )
     update media_transfers set
       covered = covered + coalesce((select range_agg(int4range(start_place, end_place)) from given), '{}'),
       bytes = bytes + coalesce((select sum(size) from added), 0)::int4,
       last_time = greatest(last_time, $6),
       facts = facts || $7::jsonb
     where id = $1
     returning (int4multirange(int4range(0, total)) - covered)::text as missing, facts, bytes`,
    [
      transferId,
      pieces.map(({ start }) => start),
      pieces.map(({ end }) => end),
      pieces.map(digestOf),
      pieces.map(({ bytes }) => Buffer.from(bytes)),
      Math.max(...group.map(({ receivedTime }) => receivedTime)),
      JSON.stringify(facts),
    ],
  )
  const { missing, ...row } = rows[0]!
  return { ...row, missing: rangesOf(missing) }
}

/** `{[0,2),[5,9)}` */
function rangesOf(text: string): [start: number, end: number][] {
  return [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, start, end]) => [Number(start), Number(end)])
}

/** @returns false where the file is not what its device sent: it is forgotten, and may come again */
async function finish(client: pg.PoolClient, transferId: number): Promise<boolean> {
  if (!(await isCheckRight(client, transferId))) {
    await deleteTransfer(client, transferId)
    return false
  }
  await client.query("update media_transfers set state = 'whole' where id = $1", [transferId])
  return true
}

async function deleteTransfer(client: pg.PoolClient, transferId: number): Promise<void> {
  await client.query('delete from media_transfers where id = $1', [transferId])
}

const digestBytes = 8

/** Of its bytes, and of what it says of its file: the first parts of two pictures of a camera may be the same. */
function digestOf({ bytes, facts }: MediaPiece): Buffer {
  const hash = createHash('sha256').update(bytes)
  if (facts !== undefined) hash.update(JSON.stringify([facts.mediaId, facts.time]))
  return hash.digest().subarray(0, digestBytes)
}
