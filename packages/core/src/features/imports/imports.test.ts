import { expect, test } from 'vitest'
import { importProtocols } from '../../codes/import-protocols.ts'
import { rowChecker, typeFinder } from './check-cells.ts'
import { fixRow, unscientific } from './fix-cells.ts'
import { kindOf } from './kinds.ts'
import { matchColumns } from './match-columns.ts'

const devices = kindOf('deviceImport')
const imei = '490154203237518'

test.each([
  [
    'headings in any spelling',
    [['Device IMEI', 'Model *', 'PLATE_NUMBER', 'what else']],
    ['terminalID', 'deviceType', 'carNumber', null],
    0,
  ],
  [
    'Chinese headings below a title',
    [['五月设备'], ['设备号', '型号', '车牌号']],
    ['terminalID', 'deviceType', 'carNumber'],
    1,
  ],
  [
    'content where nothing is headed',
    [
      ['Van', imei, '8986012345678901234'],
      ['Bus', imei, '8986012345678901235'],
    ],
    [null, 'terminalID', 'iccid'],
    -1,
  ],
  ['one column of whatever', [['A-17'], ['A-18']], ['terminalID'], -1],
])('matches %s', (_, rows, columns, headRow) => {
  const names = { terminalID: ['Device ID (IMEI)'] }
  const match = matchColumns(devices, rows, (key) => names[key as 'terminalID'] ?? [])
  expect(match).toEqual({ headRow, columns })
})

test.each([
  ['8.67520000000107E+14', '867520000000107'],
  ['8.6752000000010E+14', '867520000000100'],
  ['8.6E+14', '8.6E+14'],
  ['867520000000107', '867520000000107'],
])('%s was %s', (text, number) => expect(unscientific(text)).toBe(number))

test('fixes leave what is right as it is', () => {
  const right = { terminalID: imei, nickname: 'Van 1' }
  expect(fixRow(devices, right, 'trim')).toBe(right)
  expect(fixRow(devices, { terminalID: ` '4901 5420 3237 518 `, nickname: ' Van 1\u00a0' }, 'trim')).toEqual(
    right,
  )
})

/** As a type is that nobody set up otherwise. */
const usual = { ids: 'usual', importProtocol: importProtocols.other } as const

test('a row is checked by itself and against those before it', () => {
  const types = [
    { id: 13, name: 'Gt06', label: 'Wired GT06N', wire: 'gt06', ...usual },
    { id: 14, name: 'Y808', label: null, wire: 'jt808', ...usual },
    { id: 9, name: 'Smoke', label: null, wire: 'smoke', ...usual },
  ]
  const check = rowChecker(devices, typeFinder(types))
  const reasons = (cells: object, row: number) =>
    check(cells, row).map(({ column, reason }) => [column, reason])
  expect(reasons({ terminalID: imei, deviceType: '13' }, 1)).toEqual([])
  expect(reasons({ terminalID: '490154203237542', deviceType: 'wired gt06n' }, 1)).toEqual([])
  expect(reasons({ terminalID: imei, deviceType: 'GT06' }, 2)).toEqual([['terminalID', 'duplicate']])
  expect(reasons({ terminalID: '490154203237519', deviceType: 'gt06', sim: '1' }, 3)).toEqual([
    ['sim', 'sim'],
    ['terminalID', 'luhn'],
  ])
  expect(reasons({ terminalID: '490154203237526', deviceType: 'Y808' }, 4)).toEqual([['terminalID', 'id808']])
  expect(reasons({ deviceType: 'Smoke', nickname: 'a\u202eb' }, 5)).toEqual([
    ['terminalID', 'required'],
    ['deviceType', 'protocolMissing'],
    ['nickname', 'hidden'],
  ])
})

test('the import protocol decides which models a sheet takes, and what is odd about an id', () => {
  const types = [
    { id: 13, name: 'Gt06', label: null, wire: 'gt06', ids: 'usual', importProtocol: importProtocols.GT06 },
    {
      id: 14,
      name: 'Y808',
      label: null,
      wire: 'jt808',
      ids: 'usual',
      importProtocol: importProtocols['808'],
    },
    { id: 100, name: 'N19', label: null, wire: 'jt808', ids: 'long', importProtocol: importProtocols['808'] },
  ] as const
  const check = rowChecker(devices, typeFinder(types))
  let row = 0
  const reasons = (cells: object) =>
    check(cells, ++row).map(({ column, reason, isWarning }) => [column, reason, isWarning ?? false])
  expect(reasons({ terminalID: imei, deviceType: 'Gt06', importProtocol: 'gt06' })).toEqual([])
  expect(reasons({ terminalID: '13912345678', deviceType: 'Gt06' })).toEqual([
    ['terminalID', 'idOfGt06', true],
  ])
  expect(reasons({ terminalID: '13912345679', deviceType: 'Y808', importProtocol: 'GT06' })).toEqual([
    ['deviceType', 'typeOfOtherProtocol', false],
  ])
  expect(reasons({ terminalID: '490154203237526', deviceType: 'N19', importProtocol: '808' })).toEqual([])
  expect(reasons({ terminalID: '490154203237534', deviceType: 'Y808' })).toEqual([
    ['terminalID', 'id808', false],
  ])
  expect(reasons({ terminalID: '000000490154203237542', deviceType: 'N19' })).toEqual([
    ['terminalID', 'imei', false],
  ])
  expect(reasons({ terminalID: '490154203237559', deviceType: 'N19', importProtocol: 'tk' })).toEqual([
    ['importProtocol', 'choice', false],
  ])
})

test.each([
  [
    'what headings meant before, those left out too',
    [
      ['Lessee', 'Unit', '合同号'],
      ['A', imei, 'x'],
    ],
    { 'LESSEE ': 'realname', 合同号: null },
    { headRow: 0, columns: ['realname', 'terminalID', null] },
  ],
  [
    'headings that nobody has named yet, by what stands below one of them',
    [['Wagen', 'Mieter'], ...Array.from({ length: 5 }, () => [imei, 'A'])],
    {},
    { headRow: 0, columns: ['terminalID', null] },
  ],
] as const)('a partner’s sheet: %s', (_, rows, known, match) =>
  expect(matchColumns(kindOf('huaXiangDataImport'), rows, () => [], known)).toEqual(match),
)

test.each([
  ['telephone', '8.61E+12', ['scientific']],
  ['contract', '1,2E+05', ['scientific']],
  ['contract', '7E12', []],
  ['idCard', '8.9E18', ['scientific']],
])('a spreadsheet took the %s %s for a number: %j', (column, text, reasons) => {
  const check = rowChecker(kindOf('huaXiangDataImport'), () => undefined)
  const found = check({ terminalID: imei, realname: 'A', [column]: text }, 1)
  expect(found.map(({ reason }) => reason)).toEqual(reasons)
})

test('only passwords ask for nothing but the device', () => {
  const reasons = (kind: 'passwordUpdate' | 'huaXiangDataImport') =>
    rowChecker(kindOf(kind), () => undefined)({ terminalID: imei }, 1).map(({ reason }) => reason)
  expect(reasons('passwordUpdate')).toEqual([])
  expect(reasons('huaXiangDataImport')).toEqual(['nothingToChange'])
})
