import { setImmediate } from 'node:timers/promises'
import {
  type RoleId,
  type RoleName,
  roleNames,
  roles,
  rolesWithSubAccounts,
} from '@trackway/core/codes/roles.ts'
import {
  type Finding,
  type ImportCells,
  type KnownType,
  rowChecker,
  typeFinder,
} from '@trackway/core/features/imports/check-cells.ts'
import {
  columnOf,
  type ImportColumnKey,
  importColumnKeys,
  optionOf,
} from '@trackway/core/features/imports/columns.ts'
import { type ImportKind, paidColumns } from '@trackway/core/features/imports/kinds.ts'
import { iccidKey } from '@trackway/core/features/sim-cards/sim-codes.ts'
import { type StockPlace, stockMoves } from '@trackway/core/features/stock/places.ts'
import { idFault, isIdFor } from '@trackway/core/rules/device-ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/session.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'
import { expiryFault, isGrantable } from '../accounts/changes/account-rules.ts'
import { deviceKeysOf } from '../devices/device-keys.ts'
import { hasFreeTerms } from '../service-terms/free-terms.ts'
import { endOf } from './end-of-date.ts'

/** What the database has of the devices, accounts and types that rows name: one query for each kind, however many rows. */
export interface RowFacts {
  findType: (named: string) => KnownType | undefined
  /** At or below the caller, by user name in small letters. */
  accounts: ReadonlyMap<string, KnownAccount>
  /** The account of rows that name none. */
  owner: KnownAccount
  /** The role of who wants the rows written. */
  giver: RoleId
  /** May he set the platform's terms as he likes? */
  hasFreeTerms: boolean
  /** User names that somebody has, wherever, in small letters. */
  takenNames: ReadonlySet<string>
  /** The device that a row is about, within the scope, by the row's first cell. */
  devices: ReadonlyMap<string, KnownDevice>
  /** Who holds a terminal id, by whatever of its readings, by the terminal id of the row. */
  holders: ReadonlyMap<string, { username: string; isInScope: boolean }>
  /** Device that has a plate, by account and plate in capitals. */
  plates: ReadonlyMap<string, string>
  /** Device within the scope that has an ICCID. */
  iccids: ReadonlyMap<string, string>
  /** Where the devices of rows of the stock are, whosever stock it is. */
  stock: ReadonlyMap<string, { place: StockPlace; isInScope: boolean }>
  /** The device that a SIM card within the scope is matched to, by the key of its ICCID. */
  simCards: ReadonlyMap<string, string | null>
  /** What a device within the scope reports as its ICCID. */
  reportedIccids: ReadonlyMap<string, string>
}

interface KnownAccount {
  id: number
  username: string
  role: RoleId
  expireTime: number | null
  timeZone: string
}

/** When rows are judged, and what dates in them mean. */
export interface RowClock {
  now: number
  timeZone: string
}

interface KnownDevice {
  id: number
  terminalId: string
  accountId: number
  /** Of its type. */
  wire: string
}

/** An account that was deleted this very instant: what the rows would write to it is refused. */
const nobody = (id: number): KnownAccount => ({
  id,
  username: '',
  role: roles.user,
  expireTime: null,
  timeZone: 'UTC',
})

const accountColumns = importColumnKeys.filter((key) => columnOf(key).isAccount)
const inScope = ({ path }: Scope) => sql`a.path >= ${path} and a.path < ${pathEnd(path)}`
/**
 * Finds devices by each of the values in an index: before a table has statistics, the planner would read all of it for
 * them.
 */
const devicesOfEach = (values: readonly string[], column: RawBuilder<unknown>) =>
  sql`unnest(${values}::text[]) as g(value)
    cross join lateral (select * from devices where ${column} = g.value offset 0) d`
export const plateKey = (accountId: number, plate: string) => `${accountId} ${plate.toUpperCase()}`

export async function findRowFacts(
  db: Db,
  scope: Scope,
  kind: ImportKind,
  rows: readonly ImportCells[],
  ownerId: number,
): Promise<RowFacts> {
  const given = (key: ImportColumnKey) => [...new Set(rows.flatMap((row) => row[key]?.trim() || []))]
  const [idColumn] = kind.columns
  const types = await db
    .selectFrom('device_types')
    .select(['id', 'name', 'label', 'wire', 'ids', 'import_protocol as importProtocol'])
    .execute()

  const small = (keys: readonly ImportColumnKey[]) => keys.flatMap(given).map((name) => name.toLowerCase())
  const { rows: accounts } = await sql<KnownAccount>`
    select a.id, a.username, a.role, a.expire_time as "expireTime", a.time_zone as "timeZone" from accounts a
    where (lower(a.username) = any(${small(accountColumns)}::text[]) or a.id in (${ownerId}, ${scope.accountId}))
      and ${inScope(scope)}`.execute(db)
  const { rows: taken } = await sql<{ name: string }>`
    select lower(username) as name from accounts
    where lower(username) = any(${small(['newUsername'])}::text[])`.execute(db)

  const about = kind.of === 'device' ? given(idColumn) : []
  const key = idColumn === 'oldIccid' ? sql`iccid` : sql`terminal_id`
  const { rows: devices } = await sql<KnownDevice & { key: string }>`
    select d.id, d.terminal_id as "terminalId", d.account_id as "accountId", t.wire, g.value as key
    from ${devicesOfEach(about, key)} join accounts a on a.id = d.account_id
      join device_types t on t.id = d.device_type_id
    where ${inScope(scope)}`.execute(db)

  const ids = kind.of === 'newDevice' ? given('terminalID') : []
  const keys = ids.flatMap((id) => deviceKeysOf(id).map((key) => ({ id, key })))
  const { rows: holders } = await sql<{ given: string; username: string; isInScope: boolean }>`
    select distinct on (g.id) g.id as given, a.username, ${inScope(scope)} as "isInScope"
    from unnest(${keys.map(({ id }) => id)}::text[], ${keys.map(({ key }) => key)}::text[]) as g(id, key)
      join device_keys k on k.key = g.key join devices d on d.id = k.device_id
      join accounts a on a.id = d.account_id`.execute(db)

  const plates = given('carNumber').map((plate) => plate.toUpperCase())
  const { rows: plated } = await sql<{ accountId: number; plate: string; terminalId: string }>`
    select d.account_id as "accountId", g.value as plate, d.terminal_id as "terminalId"
    from ${devicesOfEach(plates, sql`upper(car_number)`)} join accounts a on a.id = d.account_id
    where ${inScope(scope)}`.execute(db)

  const { rows: cards } = await sql<{ iccid: string; terminalId: string }>`
    select d.iccid, d.terminal_id as "terminalId"
    from ${devicesOfEach(given('iccid'), sql`iccid`)} join accounts a on a.id = d.account_id
    where ${inScope(scope)}`.execute(db)

  const stocked = kind.of === 'newStockItem' || kind.of === 'stockItem' ? given('terminalID') : []
  const { rows: stock } = await sql<{ terminalId: string; place: StockPlace; isInScope: boolean }>`
    select i.terminal_id as "terminalId", i.place, ${inScope(scope)} as "isInScope"
    from stock_items i join accounts a on a.id = i.account_id
    where i.terminal_id = any(${stocked}::text[])`.execute(db)

  const simKeys = kind.of === 'simCard' ? given('cardIccid').map(iccidKey) : []
  const { rows: simCards } = await sql<{ key: string; terminalId: string | null }>`
    select c.iccid_key as key, c.terminal_id as "terminalId" from sim_cards c join accounts a on a.id = c.account_id
    where c.iccid_key = any(${simKeys}::text[]) and ${inScope(scope)}`.execute(db)
  const simDevices = kind.of === 'simCard' ? given('cardDevice') : []
  const { rows: reported } = await sql<{ terminalId: string; iccid: string }>`
    select d.terminal_id as "terminalId", d.information ->> 'iccid' as iccid
    from ${devicesOfEach(simDevices, sql`terminal_id`)} join accounts a on a.id = d.account_id
    where d.information ? 'iccid' and ${inScope(scope)}`.execute(db)

  const known = (id: number) => accounts.find((account) => account.id === id) ?? nobody(id)
  const byName = new Map(accounts.map((account) => [account.username.toLowerCase(), account]))
  return {
    findType: typeFinder(types),
    accounts: byName,
    owner: known(ownerId),
    giver: known(scope.accountId).role,
    hasFreeTerms: await hasFreeTerms(db, scope.accountId),
    takenNames: new Set(taken.map(({ name }) => name)),
    devices: new Map(devices.map((device) => [device.key, device])),
    holders: new Map(holders.map((holder) => [holder.given, holder])),
    plates: new Map(
      plated.map(({ accountId, plate, terminalId }) => [plateKey(accountId, plate), terminalId]),
    ),
    iccids: new Map(cards.map(({ iccid, terminalId }) => [iccid, terminalId])),
    stock: new Map(stock.map((item) => [item.terminalId, item])),
    simCards: new Map(simCards.map(({ key, terminalId }) => [key, terminalId])),
    reportedIccids: new Map(reported.map(({ terminalId, iccid }) => [terminalId, iccid])),
  }
}

/** Rows checked before other work of the event loop gets its turn. */
const rowsAtOnce = 500

/**
 * What is wrong with the rows, in their order: by themselves, among each other, and against what is stored.
 * @param check of the rows by themselves: rows of a batch passed it when it was started
 */
export async function judgeRows(
  kind: ImportKind,
  rows: readonly ImportCells[],
  facts: RowFacts,
  when: RowClock,
  check = rowChecker(kind, facts.findType),
): Promise<Finding[]> {
  const platesHere = new Map<string, number>()
  const findings: Finding[] = []
  for (const [index, cells] of rows.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await setImmediate()
    const row = index + 1
    const plain = check(cells, row)
    const faulty = plain.flatMap(({ column, isWarning }) => (isWarning ? [] : column))
    const has = (column: ImportColumnKey) =>
      kind.columns.includes(column) && Boolean(cells[column]) && !faulty.includes(column)
    const stored = [
      ...(kind.of === 'newDevice' && has('terminalID') ? ofNewDevice(cells, facts) : []),
      ...(kind.of === 'device' && has(kind.columns[0]) ? ofDevice(kind, cells, facts) : []),
      ...(kind.of === 'newStockItem' && has('terminalID') ? ofNewItem(cells, facts) : []),
      ...(kind.of === 'stockItem' && has('terminalID') ? ofItem(kind, cells, facts, has) : []),
      ...(has('cardDevice') && has('cardIccid') ? ofCardDevice(cells, facts) : []),
      ...(kind.of === 'newAccount' ? ofNewAccount(cells, facts, when, has) : []),
      ...(kind.of === 'device' && has('deviceType') ? ofType(cells, facts) : []),
      ...(has('username') ? ofAccount(kind, cells, facts) : []),
      ...(facts.hasFreeTerms
        ? []
        : paidColumns.filter(has).map((column) => ({ column, reason: 'termNotFree' }) as const)),
      ...(has('iccid') ? ofIccid(kind, cells, facts) : []),
      ...(has('carNumber') ? ofPlate(kind, cells, facts, platesHere, row) : []),
    ]
    findings.push(...plain, ...stored.map((fault) => ({ row, ...fault })))
  }
  return findings
}

type Fault = Omit<Finding, 'row'>

/** Names whose it is only where that account is the caller's own or below it. */
function ofNewDevice(cells: ImportCells, { holders }: RowFacts): Fault[] {
  const holder = holders.get(cells.terminalID ?? '')
  if (holder === undefined) return []
  if (!holder.isInScope) return [{ column: 'terminalID', reason: 'terminalIdTaken' }]
  return [{ column: 'terminalID', reason: 'heldBy', values: { username: holder.username } }]
}

function ofNewItem(cells: ImportCells, { stock }: RowFacts): Fault[] {
  const item = stock.get(cells.terminalID ?? '')
  if (item === undefined) return []
  if (!item.isInScope) return [{ column: 'terminalID', reason: 'terminalIdTaken' }]
  return [{ column: 'terminalID', reason: 'alreadyInStock', values: { place: item.place } }]
}

/** The moves that people may make, from where the device is now. */
function ofItem(
  kind: ImportKind,
  cells: ImportCells,
  { stock }: RowFacts,
  has: (column: ImportColumnKey) => boolean,
): Fault[] {
  const item = stock.get(cells.terminalID ?? '')
  if (!item?.isInScope) return [{ column: 'terminalID', reason: 'notFound' }]
  const next = kind.toPlace ?? (has('stockPlace') ? placeOf(cells.stockPlace) : undefined)
  if (next === undefined || stockMoves[item.place].includes(next)) return []
  const column = kind.toPlace ? 'terminalID' : 'stockPlace'
  return [{ column, reason: 'placeNotAllowed', values: { place: item.place } }]
}

/** The sheet counts: what the card was matched to before, and what the device reports, is said and nothing more. */
function ofCardDevice(cells: ImportCells, { simCards, reportedIccids }: RowFacts): Fault[] {
  const { cardIccid = '', cardDevice = '' } = cells
  const matched = simCards.get(iccidKey(cardIccid))
  const reported = reportedIccids.get(cardDevice)
  const isWarning = true
  return [
    ...(matched && matched !== cardDevice
      ? [
          {
            column: 'cardDevice' as const,
            reason: 'cardMatched' as const,
            values: { terminalID: matched },
            isWarning,
          },
        ]
      : []),
    ...(reported && iccidKey(reported) !== iccidKey(cardIccid)
      ? [
          {
            column: 'cardDevice' as const,
            reason: 'deviceReportsOther' as const,
            values: { iccid: reported },
            isWarning,
          },
        ]
      : []),
  ]
}

/** A place by what people call it. */
export const placeOf = (text: string | undefined): StockPlace | undefined =>
  optionOf(columnOf('stockPlace'), text ?? '') as StockPlace | undefined

function ofDevice(kind: ImportKind, cells: ImportCells, { devices }: RowFacts): Fault[] {
  const [column] = kind.columns
  return devices.has(cells[column] ?? '') ? [] : [{ column, reason: 'notFound' }]
}

/** An id that is none of its new protocol; the id that an 808 device sent stays valid with any of its types. */
function ofType(cells: ImportCells, { devices, findType }: RowFacts): Fault[] {
  const [device, type] = [devices.get(cells.terminalID ?? ''), findType(cells.deviceType ?? '')]
  if (device === undefined || type === undefined || device.wire === type.wire) return []
  if (isIdFor(device.terminalId, type)) return []
  return [{ column: 'terminalID', reason: idFault(device.terminalId, type)! }]
}

/** The rules of accounts, the same as for adding one by itself. */
function ofNewAccount(
  cells: ImportCells,
  facts: RowFacts,
  { now, timeZone }: RowClock,
  has: (column: ImportColumnKey) => boolean,
): Fault[] {
  const { giver, takenNames } = facts
  const superior = superiorOf(cells, facts)
  const faults: Fault[] = []
  if (takenNames.has(cells.newUsername?.toLowerCase() ?? ''))
    faults.push({ column: 'newUsername', reason: 'usernameTaken' })
  if (superior === undefined) return [...faults, { column: 'superior', reason: 'unknownAccount' }]
  const role = has('role') ? roleOf(cells.role ?? '') : undefined
  if (!rolesWithSubAccounts.includes(superior.role))
    faults.push({ column: 'superior', reason: 'noSubAccounts' })
  else if (role !== undefined && !isGrantable(role, { giver, superior: superior.role }))
    faults.push({ column: 'role', reason: 'roleNotGrantable' })
  const fault = has('expireTime')
    ? expiryFault(endOf(cells.expireTime ?? '', timeZone), superior.expireTime, now)
    : null
  if (fault !== null)
    faults.push({ column: 'expireTime', reason: fault === 'after_superior' ? 'notOverYours' : 'inPast' })
  return faults
}

function ofAccount(kind: ImportKind, cells: ImportCells, { accounts, devices }: RowFacts): Fault[] {
  const account = accounts.get(cells.username?.toLowerCase() ?? '')
  if (account === undefined) return [{ column: 'username', reason: 'unknownAccount' }]
  const device = kind.of === 'device' ? devices.get(cells.terminalID ?? '') : undefined
  return device?.accountId === account.id ? [{ column: 'username', reason: 'alreadyThere' }] : []
}

function ofIccid(kind: ImportKind, cells: ImportCells, { iccids }: RowFacts): Fault[] {
  const terminalID = iccids.get(cells.iccid ?? '')
  const own = kind.columns[0] === 'terminalID' && cells.terminalID === terminalID
  if (terminalID === undefined || own) return []
  return [{ column: 'iccid', reason: 'iccidUsed', values: { terminalID }, isWarning: true }]
}

function ofPlate(
  kind: ImportKind,
  cells: ImportCells,
  facts: RowFacts,
  here: Map<string, number>,
  row: number,
): Fault[] {
  const accountId = kind.of === 'device' ? deviceOf(kind, cells, facts)?.accountId : ownerOf(cells, facts).id
  if (accountId === undefined) return []
  const key = plateKey(accountId, cells.carNumber ?? '')
  const first = here.get(key)
  if (first !== undefined) return [{ column: 'carNumber', reason: 'duplicate', values: { row: first } }]
  here.set(key, row)
  const terminalID = facts.plates.get(key)
  if (terminalID === undefined || terminalID === cells.terminalID) return []
  return [{ column: 'carNumber', reason: 'carNumberTaken' }]
}

/** Below whom a new account will be; undefined: the row names one that is not there. */
export function superiorOf(
  { superior }: ImportCells,
  { accounts, owner }: RowFacts,
): KnownAccount | undefined {
  return superior ? accounts.get(superior.toLowerCase()) : owner
}

/** A role by its name in any case of letters. */
export function roleOf(text: string): RoleId | undefined {
  const name = Object.values(roleNames).find((each) => each.toLowerCase() === text.toLowerCase())
  return name && roles[name satisfies RoleName]
}

/** Whose a new device will be. */
export function ownerOf(cells: ImportCells, { accounts, owner }: RowFacts): KnownAccount {
  return (cells.username && accounts.get(cells.username.toLowerCase())) || owner
}

export const deviceOf = (kind: ImportKind, cells: ImportCells, { devices }: RowFacts) =>
  devices.get(cells[kind.columns[0]] ?? '')
