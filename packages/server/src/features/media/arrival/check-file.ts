import { createHash } from 'node:crypto'
import { crcX25 } from '@trackway/protocols/wire/checksums.ts'
import type pg from 'pg'
import { readPieces } from '../read-pieces.ts'

/** Whether all pieces together have the checksum that their device sent; true where it sent none. */
export async function isCheckRight(client: pg.PoolClient, transferId: number): Promise<boolean> {
  const { rows } = await client.query<{ check_kind: 'crc16' | 'md5' | null; check_value: string }>(
    'select check_kind, check_value from media_transfers where id = $1',
    [transferId],
  )
  const { check_kind: kind, check_value: expected } = rows[0]!
  if (kind === null) return true
  const found = kind === 'crc16' ? await crcOf(client, transferId) : await md5Of(client, transferId)
  return found === expected.toLowerCase()
}

async function crcOf(client: pg.PoolClient, transferId: number): Promise<string> {
  let crc = 0
  for await (const bytes of readPieces(client, transferId)) crc = crcX25(bytes, 0, bytes.length, crc)
  return crc.toString(16).padStart(4, '0')
}

async function md5Of(client: pg.PoolClient, transferId: number): Promise<string> {
  const hash = createHash('md5')
  for await (const bytes of readPieces(client, transferId)) hash.update(bytes)
  return hash.digest('hex')
}
