import type { ImportCells } from '@trackway/core/features/imports/check-cells.ts'
import type { ImportColumnKey } from '@trackway/core/features/imports/columns.ts'
import type { ImportKind } from '@trackway/core/features/imports/kinds.ts'
import { maskOwner, type Owner } from '@trackway/core/rules/mask.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { isSealedAnew, type Resealed, seal, unseal } from '../../platform/secrets.ts'

/** What a batch keeps of persons, and the passwords that it gives: sealed under the platform's key, as owner records. */

/** Bytes sealed for one row do not open for another. */
const purposeOf = (what: 'cells' | 'password', importId: number, row: number) =>
  `import ${what} ${importId} ${row}`

/** A row as it is stored; without cells of persons nothing is sealed. */
export function sealCells(
  { personal = [] }: Pick<ImportKind, 'personal'>,
  cells: ImportCells,
  importId: number,
  row: number,
): { cells: ImportCells; personal: Buffer | null } {
  const isPersonal = ([key]: [string, string]) => personal.includes(key as ImportColumnKey)
  const entries = Object.entries(cells)
  const sealed = entries.filter(isPersonal)
  const text = JSON.stringify(Object.fromEntries(sealed))
  return {
    cells: Object.fromEntries(entries.filter((entry) => !isPersonal(entry))),
    personal: sealed.length === 0 ? null : seal(text, purposeOf('cells', importId, row)),
  }
}

/** The cells that were sealed; none where another key sealed them. */
export function openCells(personal: Uint8Array | null, importId: number, row: number): ImportCells {
  const text = personal && unseal(personal, purposeOf('cells', importId, row))
  return text ? (JSON.parse(text) as ImportCells) : {}
}

export const sealPassword = (password: string, importId: number, row: number): Buffer =>
  seal(password, purposeOf('password', importId, row))

/** Null: another key sealed it. */
export const openPassword = (sealed: Uint8Array, importId: number, row: number): string | null =>
  unseal(sealed, purposeOf('password', importId, row))

/** The field of an owner that each column has. */
const ownerColumns = {
  realName: 'realname',
  idCard: 'idCard',
  telephone: 'telephone',
  address: 'address',
  contract: 'contract',
} as const satisfies Record<keyof Owner, ImportColumnKey>
const ownerFields = Object.keys(ownerColumns) as (keyof Owner)[]

/** The owner in a row; empty cells are left out. */
export function readOwner(cells: ImportCells): Partial<Owner> {
  return Object.fromEntries(
    ownerFields.flatMap((field) => (cells[ownerColumns[field]] ? [[field, cells[ownerColumns[field]]]] : [])),
  )
}

/** Cells of persons as lists show them. */
export function maskCells(cells: ImportCells): ImportCells {
  const none: Owner = { realName: null, idCard: null, telephone: null, address: null, contract: null }
  const masked = maskOwner({ ...none, ...readOwner(cells) })
  return Object.fromEntries(
    ownerFields.flatMap((field) => (masked[field] ? [[ownerColumns[field], masked[field]]] : [])),
  )
}

/** Seals what the next batch keeps with the present key. @returns null: none follows `after` */
export async function resealImports(trx: Db, after: number): Promise<(Resealed & { last: number }) | null> {
  const { rows } = await sql<{ id: number; row: number; personal: Buffer | null; password: Buffer | null }>`
    select import_id as id, row, personal, password from import_rows
    where (personal is not null or password is not null) and import_id = (
      select min(import_id) from import_rows
      where import_id > ${after} and (personal is not null or password is not null))
    for update`.execute(trx)
  const last = rows[0]?.id
  if (last === undefined) return null
  let [done, unreadable] = [0, 0]
  const anew = (what: 'cells' | 'password', row: number, sealed: Buffer | null) => {
    const purpose = purposeOf(what, last, row)
    if (sealed === null || isSealedAnew(sealed, purpose)) return null
    const text = unseal(sealed, purpose)
    if (text === null) unreadable++
    else done++
    return text === null ? null : seal(text, purpose).toString('hex')
  }
  const sealed = rows.map(({ row, personal, password }) => ({
    row,
    personal: anew('cells', row, personal),
    password: anew('password', row, password),
  }))
  await sql`
    update import_rows r set personal = coalesce(decode(g.personal, 'hex'), r.personal),
      password = coalesce(decode(g.password, 'hex'), r.password)
    from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as g(row integer, personal text, password text)
    where r.import_id = ${last} and r.row = g.row and (g.personal is not null or g.password is not null)`.execute(
    trx,
  )
  return { done, unreadable, last }
}
