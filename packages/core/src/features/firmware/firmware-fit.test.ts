import { expect, test } from 'vitest'
import { misfitOf, reportsVersion, versionInReply } from './firmware-fit.ts'

const file = { deviceTypeId: 13, version: '1.2.4', hardware: null, fromVersions: [] }
const device = { deviceTypeId: 13, firmware: '1.2.3', hardware: 'B2' }

test.each([
  [file, device, null],
  [file, { ...device, deviceTypeId: 4 }, 'wrongType'],
  [file, { ...device, firmware: 'V1.2.4' }, 'sameVersion'],
  [file, { ...device, firmware: null }, null],
  [{ ...file, hardware: 'B2' }, device, null],
  [{ ...file, hardware: 'B3' }, device, 'wrongHardware'],
  [{ ...file, hardware: 'B2' }, { ...device, hardware: null }, 'hardwareUnknown'],
  [{ ...file, fromVersions: ['1.2.2', '1.2.3'] }, device, null],
  [{ ...file, fromVersions: ['1.2.2'] }, device, 'wrongVersion'],
  [{ ...file, fromVersions: ['1.2.2'] }, { ...device, firmware: null }, 'versionUnknown'],
] as const)('%o for %o: %s', (rules, target, misfit) => expect(misfitOf(rules, target)).toBe(misfit))

test.each([
  ['1.2.4', '1.2.4', true],
  ['V1.2.4', '1.2.4', true],
  ['v1.2.4', 'V1.2.4', true],
  ['1.2.40', '1.2.4', false],
  ['1.2.4.1', '1.2.4', false],
  ['11.2.4', '1.2.4', false],
  ['REV1.2.4', '1.2.4', false],
  ['GT06N_20_60DM2_B25E_R0_V02_WM', 'GT06N_20_60DM2_B25E_R0_V02_WM', true],
  ['GT06N_20_60DM2_B25E_R0_V02_WM', 'V02', false],
  ['TW808-2.4', 'TW808-2.4', true],
  ['TW808-2.4', 'TW808-2.5', false],
  ['App 1.2.4, modem 7', '1.2.4', true],
  ['1.2.4', '', false],
])('%s says %s: %s', (reported, version, says) => expect(reportsVersion(reported, version)).toBe(says))

test.each([
  ['[VERSION]GT06N_20_60DM2_B25E_R0_V02_WM', 'GT06N_20_60DM2_B25E_R0_V02_WM'],
  ['Ver:03.18.14_04 GPS:AXN_5.1.9_3333_18.07.12 Hw:FMB120 Mod:15', '03.18.14_04'],
  ['SW VER: 1.2.4', '1.2.4'],
  ['VERNO,G29_BASE_V1.00_2014.04.23_17:46:49', 'G29_BASE_V1.00_2014.04.23_17:46:49'],
  ['FW=1.2.4;HW=B2', '1.2.4'],
  ['T333_V1.0_20260101', 'T333_V1.0_20260101'],
  ['  ', null],
])('the version in %s', (reply, version) => expect(versionInReply(reply)).toBe(version))
