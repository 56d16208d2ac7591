/** The cells and Wi-Fi points around a device. Source: GT06 V1.8.1 "LBS information", JM-VL03 V1.1.2 for 4G. */
import type { Cell, WifiPoint } from '../../protocol.ts'
import { part, type Rows, type Values, type WireType } from '../../wire/body.ts'
import { dbmOf, mac, wifiOf, wifiPoint } from '../../wire/network.ts'
import { as, chosen, group, padding, repeated, u8, u16, u24, u32, u64 } from '../../wire/types.ts'

/** Bit 15 of the MCC: the MNC takes two bytes. */
const isWideBit = 0x8000
const mcc: WireType<number> = { ...u16, show: (word) => String(word & 0x7fff) }
const mnc: WireType<number> = {
  ...chosen((values) => ((values.mcc as number) & isWideBit ? u16 : u8), 1),
  isNested: false,
}
/** The MNC as wide as the MCC's bit tells, and with two bytes in any case: newer units forget the bit. */
const networks = [
  { mcc, mnc },
  { mcc, mnc: u16 },
] as const

/** A cell without numbers is padding. */
export function listed({ mcc: word, mnc: operator, lac, cellId, rssi = 0 }: Values): Cell[] {
  if (!word || (lac === 0 && cellId === 0)) return []
  const cell: Cell = { mcc: word & 0x7fff, mnc: operator, lac, cellId }
  const rssiDbm = dbmOf(rssi)
  return [rssiDbm === undefined ? cell : { ...cell, rssiDbm }]
}

/** The cell a device is in, with its network in both forms. */
function ownCell(numbers: Rows) {
  const [narrow, wide] = networks.map((network): { cells: WireType<Cell[]> } => {
    const rows: WireType<Values> = group<Rows>({ ...network, ...numbers })
    return {
      cells: {
        ...as(rows, listed),
        // A 4G form states that the MNC has two bytes; in 2G only an MNC beyond one byte does.
        write: (w, [cell], values) => {
          const isWide = numbers.lac === u32 || cell!.mnc > 0xff
          rows.write?.(w, { ...cell, mcc: cell!.mcc | (isWide ? isWideBit : 0) }, values)
        },
      },
    }
  })
  return [narrow!, wide!] as const
}

/** LAC of 2 and id of 3 bytes in 2G, 4 and 8 in 4G; some makers 2 and 4. */
export const cells2g = ownCell({ lac: u16, cellId: u24 })
export const cells4g = ownCell({ lac: u32, cellId: u64 })
export const cellsLong = ownCell({ lac: u16, cellId: u32 })
export const cellsRated = ownCell({ lac: u16, cellId: u24, rssi: u8 })
const cellsTyped = ownCell({ lac: u32, cellId: u64, rssi: u16 })

/** A cell whose type byte (3 and above: 4G) decides the sizes of its numbers; the signal follows. */
export const typedCell = {
  cellType: part(u8),
  cells: chosen<Cell[]>(({ cellType }) => (cellType >= 3 ? cellsTyped : cellsRated)[0].cells, 9),
}

/** The network of the cells that follow, in both forms. */
export const bothNetworks = networks.map((rows) => ({ network: part(group<Rows>(rows)) }))
export const [network, wideNetwork] = bothNetworks as [
  { network: WireType<Values> },
  { network: WireType<Values> },
]

const listedCells = {
  '2g': { lac: u16, cellId: u24, rssi: u8 },
  '4g': { lac: u32, cellId: u64, rssi: u8 },
  long: { lac: u16, cellId: u32, rssi: u8 },
  brief: { lac: u16, cellId: u16, rssi: u8 },
  wideLong: { lac: u32, cellId: u32, rssi: u8 },
}

/**
 * Cells of the network named before, or of the one of the cell named before, each with its signal.
 * @param times always as many, or the name of the row that holds their number
 */
export const cells = (
  form: keyof typeof listedCells,
  times: number | string = 'cellCount',
): WireType<Cell[]> =>
  as(repeated(group<Rows>(listedCells[form]), countOf(times)), (found, _, values) => {
    const { mcc: word, mnc: operator } = values.network ?? values.ownCell?.[0] ?? {}
    return [
      ...(values.ownCell ?? []),
      ...found.flatMap((cell) => listed({ ...cell, mcc: word, mnc: operator })),
    ]
  })

const countOf = (times: number | string) =>
  typeof times === 'number' ? times : (values: Values) => values[times] as number

/** Number of Wi-Fi points, then the points. */
export const wifi: WireType<WifiPoint[]> = repeated(wifiPoint, countOf('wifiCount'))
export const wifiList = { wifiCount: part(u8), wifi }
/** F3: two bytes of unknown meaning before each address, no signal. */
export const wifiUnrated = {
  wifiCount: part(u8),
  wifi: repeated(
    as(group({ unknown: padding(2), mac }), ({ mac: address = '' }) => wifiOf(address)),
    countOf('wifiCount'),
  ),
}
