import type pg from 'pg'

const piecesAtOnce = 200

/** The bytes of a file, in order, out of its pieces. Where two overlap, what came before counts. */
export async function* readPieces(
  client: Pick<pg.Pool, 'query'> | pg.ClientBase,
  transferId: number,
): AsyncGenerator<Uint8Array> {
  let after = -1
  let end = 0
  for (;;) {
    const { rows } = await client.query<{ unit: string; start: number; end: number; bytes: Buffer }>(
      `select t.unit, p.start_place as start, p.end_place as end, p.bytes
       from media_pieces p join media_transfers t on t.id = p.transfer_id
       where p.transfer_id = $1 and p.start_place > $2 order by p.start_place limit ${piecesAtOnce}`,
      [transferId, after],
    )
    for (const { unit, start, bytes, end: pieceEnd } of rows) {
      if (unit === 'part' || start >= end) yield bytes
      else if (pieceEnd > end) yield bytes.subarray(end - start)
      end = Math.max(end, pieceEnd)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < piecesAtOnce) return
    after = last.start
  }
}
