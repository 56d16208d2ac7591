/** The sub-types of 0x94 that are tables; the others are read in `information.ts`. */
import type { Extra } from '../../protocol.ts'
import type { Reader } from '../../wire/reader.ts'
import { type Body, body } from './body.ts'
import { date } from './place-rows.ts'
import { layout, type Row } from './row.ts'
import { put, row, say } from './row-kinds.ts'
import { externalVolts, temperature } from './state-rows.ts'

/** A fact about the device itself. */
const tell = (name: string, size: number, read: (reader: Reader) => Extra): Row =>
  row(
    name,
    size,
    (reader, draft) => draft.addFact(name, read(reader)),
    (draft) => String(draft.information?.[name]),
  )

/** Sixteen digits of which the first is padding. */
const fifteenDigits = (name: string) => tell(name, 8, (reader) => reader.bcd(8).replace(/^0/, ''))

/** Up to the padding of F; also a reading of the vehicle's, so that a change of the card shows. */
const iccid: Row = {
  ...tell('iccid', 10, (reader) => reader.bcd(10).replace(/f.*$/, '')),
  read: (reader, draft) => {
    draft.report.iccid = reader.bcd(10).replace(/f.*$/, '')
    draft.addFact('iccid', draft.report.iccid)
  },
}

const doorFlags = say('doorFlags', 1, (reader, draft) => {
  const flags = reader.u8()
  draft.report.doorOpen = (flags & 1) !== 0
  draft.addExtra('triggerHigh', (flags & 2) !== 0)
  draft.addExtra('inputHigh', (flags & 4) !== 0)
  return flags
})

export const informationBodies: { readonly [subType: number]: Body } = {
  0x00: body('reports', 'voltage', false, [layout('standard', externalVolts)]),
  0x05: body('reports', 'door', false, [layout('with date', date, doorFlags), layout('standard', doorFlags)]),
  0x0a: body('information', 'identifiers', false, [
    layout('standard', fifteenDigits('imei'), fifteenDigits('imsi'), iccid),
  ]),
  0x0b: body('reports', 'network', false, [
    layout(
      'technology',
      say('networkType', 1, (reader) => (reader.u8() > 0 ? '4G' : '2G')),
    ),
    layout('voltage', externalVolts),
  ]),
  0x1e: body('reports', 'climate', false, [
    layout(
      'standard',
      temperature(4, (reader) => reader.i32() / 10),
      put('humidityPercent', 4, (reader) => reader.u32() / 10),
    ),
  ]),
}
