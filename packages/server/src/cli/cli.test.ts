import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import packageFile from '../../../../package.json' with { type: 'json' }
import { compiled } from '../testing/run-folder.ts'

/** Each command reports what is wrong in a sentence, and ends with a code that scripts can go by. */

const root = join(import.meta.dirname, '..', '..', '..', '..')
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cli-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

function run(args: string[], { input = '', env = {} } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    input,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, DATA_DIR: dataDir, ...env },
  })
  return { code: status, stdout, stderr }
}
const trackway = (args: string[], input = '') => run(['scripts/trackway.mjs', ...args], { input })
const server = (args: string[], env = {}) => run(['packages/server/src/main.ts', ...args], { env })

test.each([
  [['scripts/trackway.mjs', '--help'], 'decode'],
  [['scripts/trackway.mjs', 'decode', '--help'], 'trackway decode [gt06|jt808'],
  [['scripts/trackway.mjs', 'simulate', '--help'], '--devices'],
  [['scripts/trackway.mjs', 'user', '--help'], 'trackway user password <user name>'],
  [['scripts/trackway.mjs', 'reseal', '--help'], 'OLD_SECRET_KEY'],
  [['scripts/trackway.mjs', 'ports', '--help'], 'trackway ports'],
  [['packages/server/src/main.ts', '--help'], '--demo'],
])('%j says how it is used', (args, text) => {
  const { code, stdout, stderr } = run(args)
  expect(stdout).toContain(text)
  expect(stderr).toBe('')
  expect(code).toBe(0)
})

test('--version prints the one of package.json', () => {
  expect(trackway(['--version'])).toMatchObject({ stdout: `${packageFile.version}\n`, code: 0 })
})

describe('what there is none of', () => {
  test.each([
    [['scripts/trackway.mjs', 'dekode'], 'Unknown command: dekode.'],
    [['scripts/trackway.mjs', 'constructor'], 'Unknown command: constructor.'],
    [['scripts/trackway.mjs', 'decode', 'gt07'], 'Unknown protocol: gt07. Known: gt06, jt808'],
    [['scripts/trackway.mjs', 'decode', '--type', 'K101'], 'Unknown device type: K101. Known: K100'],
    [['scripts/trackway.mjs', 'decode', '--dialekt', 'r11'], "Unknown option '--dialekt'"],
    [['scripts/trackway.mjs', 'simulate', '--device', '3'], "'--device'"],
    [['scripts/trackway.mjs', 'user', 'passwort'], 'Usage: trackway user password'],
    [['scripts/trackway.mjs', 'backup'], 'Usage: trackway backup FILE'],
    [['scripts/trackway.mjs', 'restore'], 'Usage: trackway backup FILE'],
    [['packages/server/src/main.ts', '--dmo'], "Unknown option '--dmo'"],
  ])('%j', (args, text) => {
    const { code, stderr } = run(args)
    expect(stderr).toContain(text)
    expect(stderr).not.toContain('    at ')
    expect(code).toBe(2)
  })
})

test('ports are those of the settings', () => {
  const { stdout, code } = run(['scripts/trackway.mjs', 'ports'], { env: { H02_PORT: '6013' } })
  expect(stdout).toMatch(/^5000 +GATEWAY_PORT /)
  expect(stdout).toContain('\n6013  H02_PORT         H02 (TCP and UDP)\n')
  expect(code).toBe(0)
  expect(run(['scripts/trackway.mjs', 'ports'], { env: { H02_PORT: 'x' } })).toMatchObject({
    code: 1,
    stdout: '',
  })
})

describe('decode', () => {
  const r11 = '78780a1346055c04000009e24c0d0a'
  const volts = '"externalVoltageV":13.72'

  test('reads by the dialect and the type that are named', () => {
    expect(trackway(['decode', 'gt06'], r11).stdout).not.toContain(volts)
    const { code, stdout } = trackway(['decode', '--type', 'k100', '--dialect', 'r11'], r11)
    expect(JSON.parse(stdout).messages[0].reports).toMatchObject([
      { externalVoltageV: 13.72, gsmLevel: 4, accOn: true, charging: true },
    ])
    expect(stdout).toContain('"alarms":[]')
    expect(code).toBe(0)
  })

  const login = '78780d01012345678901234500018cdd0d0a'

  test('a sound frame ends with 0', () => {
    const { code, stdout } = trackway(['decode', 'gt06'], login)
    expect(JSON.parse(stdout)).toMatchObject({ protocol: 'gt06', messages: [{ kind: 'login' }] })
    expect(code).toBe(0)
  })

  test('shows temperatures and tyres under the names that outside tools compare', () => {
    const frame =
      '7e02000070012040000004019c00000000000004030158df9706c9606b002c000000ab250417170023010400000c5305030000003001153101158202008b530b0101cc00262600000ff1137730017e19f100384d08026e73e0003a4d08037e19e800000000047e3b950000000005409017000000000640a69600000000337e'
    const { report } = JSON.parse(trackway(['decode'], frame).stdout).messages[0]
    expect(report.tyres).toEqual([
      { wheel: 1, pressureKpa: 140, temperatureC: 27 },
      { wheel: 2, pressureKpa: 145, temperatureC: 27 },
    ])
    const cold = 'imei:353451044508750,T:+28.0,0809231929,,F,055403.000,A,2233.1870,N,11354.3067,E,0.00,,;'
    const [warm] = JSON.parse(trackway(['decode'], cold).stdout).messages
    expect(warm.report.temperaturesC).toEqual([28])
    expect(warm.report.temperatureC).toBeUndefined()
  })

  test.each([
    ['h02', '*HQ,2705171109,V1,213324,A,5002.5849,N,01433.7822,E,0.00,000,140613,FFFFFFFF'],
    ['gps103', 'imei:359587017470123,tracker,1010181025,,F,092548.000,A,5004.5399,N,01426.7352,E,0.58,'],
    ['tk103', '(088045133878BR00130228A5124.5526N00117.7152W000.0233614352.2200000000L01B0CF1C'],
    ['watch', '[3G*9705141740*000B*oxygen,0,98'],
    ['h02', '2412345678900102031206262234068005114074040e000180ffffffff000000'],
  ])('reads a line of %s whose end the next one would have told', (protocol, line) => {
    const { code, stdout } = trackway(['decode'], line)
    expect(JSON.parse(stdout)).toMatchObject({ protocol, messages: [{ kind: 'reports' }] })
    expect(code).toBe(0)
  })

  test('takes an odd number of digits for text', () => {
    const { stdout } = trackway(['decode', 'gps103'], '359586015829802')
    expect(JSON.parse(stdout)).toMatchObject({
      messages: [{ kind: 'heartbeat', terminalId: '359586015829802' }],
    })
  })

  test('prints what a frame with a wrong checksum holds', () => {
    const { code, stdout } = trackway(['decode'], login.replace('8cdd', '8cde'))
    const { messages, error } = JSON.parse(stdout)
    expect(messages).toMatchObject([{ kind: 'malformed', terminalId: '123456789012345' }])
    expect([error, code]).toEqual(['checksum', 1])
  })

  test.each(['hello', 'abc', 'zz zz', '00', login.slice(0, -6)])(
    '%j is said to be none, and ends with 1',
    (nonsense) => {
      for (const protocol of [[], ['gt06'], ['jt808']]) {
        const { code, stdout, stderr } = trackway(['decode', ...protocol], nonsense)
        expect(JSON.parse(stdout).error).toMatch(/\w/)
        expect(stderr).toBe('')
        expect(code).toBe(1)
      }
    },
  )
})

test('guesses the protocol of a stream that is cut into lines', () => {
  const { code, stdout } = trackway(['decode', '--guess'], '78780d0101234567\n8901234500018cdd0d0a\n')
  const [best, ...others] = stdout.trim().split('\n')
  expect(JSON.parse(best!)).toMatchObject({ protocol: 'gt06', fits: 1, terminalId: '123456789012345' })
  expect(others.every((line) => JSON.parse(line).fits === 0)).toBe(true)
  expect(code).toBe(0)
  expect(trackway(['decode', '--guess'], '16030100c8').code).toBe(1)
})

describe('user password', () => {
  test('makes no database where there is none', () => {
    const { code, stderr } = trackway(['user', 'password', 'admin'], 'a new password\n')
    expect(stderr).toContain(`There is no database in ${dataDir}`)
    expect(code).toBe(1)
    expect(readdirSync(dataDir)).toEqual([])
  })
})

test('a backup of no database and a restore of no file say so', () => {
  expect(trackway(['backup', 'x'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no database'),
  })
  const nothing = trackway(['restore', join(dataDir, 'x')])
  expect(nothing).toMatchObject({ code: 1, stderr: expect.stringContaining('File not found') })
})

describe('the server', () => {
  test('refuses two listeners on one port', () => {
    const { code, stderr } = server([], { PORT: '8099', GT06_PORT: '8099' })
    expect(stderr.trim()).toBe('PORT and GT06_PORT are both 8099: set one of them to another port.')
    expect(code).toBe(1)
    expect(readdirSync(dataDir)).toEqual([])
  })
})
