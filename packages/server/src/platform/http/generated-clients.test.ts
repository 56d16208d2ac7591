import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { roles } from '@trackway/core/codes/roles.ts'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDevice, anAccount, testPassword } from '../../testing/builders.ts'
import { aPosition, storePositions } from '../../testing/position-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

/** Clients made by outside tools from the document of a running server sign in, list devices and fetch a track. */

const root = join(import.meta.dirname, '..', '..', '..', '..', '..')
const cache = join(root, '.cache', 'clients')
const fixTime = Date.UTC(2026, 9, 24, 12)

let server: TestServer
let folder: string
let settings: Record<string, string>
beforeAll(async () => {
  server = await startTestServer()
  mkdirSync(cache, { recursive: true })
  // Inside the tree, where packages are found.
  folder = mkdtempSync(join(cache, 'made-'))
  const account = await anAccount(server.database, { role: roles.admin })
  const device = await aDevice(server.database, account)
  await storePositions(server.database, device.id, [
    aPosition({ fix_time: fixTime, latitude_e7: 312_500_000 }),
  ])
  settings = {
    URL: server.url,
    USERNAME: account.username,
    PASSWORD: testPassword,
    TERMINAL_ID: device.terminalID,
    FROM: String(fixTime),
  }
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs it beside this process, which serves its calls. */
async function run(command: string, args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, ...settings }
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const code = new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 1)))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, output: (out + err).trim() }
}
const expectedOutput = () => `${settings.TERMINAL_ID} at 31.25; a wrong password 403, an unknown field 400`

const typescriptProgram = `
import createClient from 'openapi-fetch'
import type { paths } from './trackway.ts'
const env = (name: string): string => process.env[name] ?? ''
const headers: Record<string, string> = {}
const client = createClient<paths>({ baseUrl: env('URL'), headers })
const body = { username: env('USERNAME'), password: env('PASSWORD') }
const login = await client.POST('/api/user/login', { body })
const token: string = login.data!.data.token
const authorized = { headers: { authorization: 'Bearer ' + token } }
const found = await client.POST('/api/device/find', { body: { pageSize: 10 }, ...authorized })
const terminalID: string = found.data!.data.list[0]!.terminalID
const from = Number(env('FROM'))
const query = { terminalID, from, to: from + 1000 }
const track = await client.GET('/api/track/find', { params: { query }, ...authorized })
if (typeof track.data !== 'object') throw new Error('no envelope')
const lat: number | null = track.data.data.points[0]!.lat
const wrong = await client.POST('/api/user/login', { body: { ...body, password: 'wrong' } })
const unknown = await client.GET('/api/track/find', { params: { query: { ...query, frm: 1 } as typeof query }, ...authorized })
const code: number = wrong.error!.meta.code
if (code !== 209) throw new Error('code ' + code)
console.log(terminalID + ' at ' + lat + '; a wrong password ' + wrong.response.status + ', an unknown field ' + unknown.response.status)
`

test('one of TypeScript, whose types hold', async () => {
  const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Parameters<
    typeof openapiTS
  >[0]
  writeFileSync(
    join(folder, 'trackway.ts'),
    astToString(await openapiTS(document, { defaultNonNullable: false })),
  )
  writeFileSync(join(folder, 'program.ts'), typescriptProgram)
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions']
  const targets = ['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom', '--types', 'node']
  const tsc = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc')
  const typed = await run(process.execPath, [tsc, ...options, ...targets, '--ignoreConfig', 'program.ts'])
  expect(typed).toEqual({ code: 0, output: '' })
  expect(await run(process.execPath, ['program.ts'])).toEqual({ code: 0, output: expectedOutput() })
})

const pythonProgram = `
import os
from trackway_client import AuthenticatedClient, Client
from trackway_client.api.device import device_find
from trackway_client.api.track import track_find
from trackway_client.api.user import user_login
from trackway_client.models import DeviceFindInput, UserLoginInput
env = os.environ
body = UserLoginInput(username=env["USERNAME"], password=env["PASSWORD"])
token = user_login.sync(client=Client(env["URL"]), body=body).data.token
client = AuthenticatedClient(env["URL"], token)
terminal_id = device_find.sync(client=client, body=DeviceFindInput(page_size=10)).data.list_[0].terminal_id
start = int(env["FROM"])
track = track_find.sync(client=client, terminal_id=terminal_id, from_=start, to=start + 1000)
wrong = user_login.sync_detailed(client=Client(env["URL"]), body=UserLoginInput(username=env["USERNAME"], password="wrong"))
assert wrong.parsed.meta.code == 209
unknown = client.get_httpx_client().get("/api/track/find", params={"terminalID": terminal_id, "from": start, "to": start, "frm": 1})
print(f"{terminal_id} at {track.data.points[0].lat}; a wrong password {int(wrong.status_code)}, an unknown field {unknown.status_code}")
`

const generator = 'openapi-python-client==0.29.1'
const python = join(cache, 'python', 'bin', 'python')

/** Installs the generator once. @returns why there is none; undefined: there is one */
function whyNoGenerator(): string | undefined {
  const works = () => spawnSync(python, ['-m', 'openapi_python_client', '--version']).status === 0
  if (existsSync(python) && works()) return undefined
  if (spawnSync('python3', ['-m', 'venv', join(cache, 'python')]).status !== 0)
    return 'there is no python3 with venv'
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', generator]
  return spawnSync(python, install).status === 0 && works() ? undefined : `pip could not install ${generator}`
}
const whyNot = whyNoGenerator()

describe(`one of Python${whyNot ? ` (skipped: ${whyNot})` : ''}`, () => {
  test.skipIf(whyNot)('does the same', async () => {
    const made = await run(python, [
      '-m',
      'openapi_python_client',
      'generate',
      '--url',
      `${server.url}/api/openapi.json`,
      '--meta',
      'none',
      '--output-path',
      join(folder, 'trackway_client'),
    ])
    expect(made.code, made.output).toBe(0)
    writeFileSync(join(folder, 'program.py'), pythonProgram)
    expect(await run(python, ['program.py'])).toEqual({ code: 0, output: expectedOutput() })
  })
})
