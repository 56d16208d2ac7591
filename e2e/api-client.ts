import { addressOf } from '@trackway/core/api/address-input.ts'
import type { Call, Envelope, InputOf, OutputOf } from '@trackway/core/api/call.ts'
import { type RoleId, roles } from '@trackway/core/codes/roles.ts'
import { type Account, accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { importCountCalls } from '@trackway/core/features/import-counts/calls.ts'
import { type Location, locationCalls } from '@trackway/core/features/locations/calls.ts'
import { testAdminPassword } from '@trackway/server/testing/server-process.ts'

/** The password of every account made here. */
export const accountPassword = 'correct horse'

/** A signed-in account, calling the server as any program would. */
export interface Client {
  url: string
  token: string
  user: Account
  password: string
}

/** @throws Error with the code of the envelope when the server refuses */
export async function callApi<C extends Call>(
  client: Client,
  call: C,
  input: InputOf<C>,
): Promise<OutputOf<C>> {
  const { meta, data } = await send(client.url, client.token, call, input)
  if (!meta.success) throw new Error(`${call.path}: ${meta.code} ${meta.message}`)
  return data as OutputOf<C>
}

/** The whole answer, for calls that are to be refused. */
export async function send<C extends Call>(
  url: string,
  token: string | null,
  call: C,
  input: InputOf<C>,
): Promise<Envelope> {
  const response = await fetch(url + addressOf(call, input as object), {
    method: call.method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    ...(call.method === 'POST' && { body: JSON.stringify(input) }),
  })
  return (await response.json()) as Envelope
}

export async function signInByApi(url: string, username: string, password: string): Promise<Client> {
  const { meta, data } = await send(url, null, accountCalls.login, { username, password })
  if (!meta.success) throw new Error(`${username} cannot sign in: ${meta.code} ${meta.message}`)
  return { url, password, ...(data as OutputOf<typeof accountCalls.login>) }
}

export function signInAsAdmin(url: string): Promise<Client> {
  return signInByApi(url, 'admin', testAdminPassword)
}

/** A new account below `parent`, signed in by the API. Its time zone is by default that of the test browser. */
export async function anAccount(
  parent: Client,
  username: string,
  role: RoleId,
  timeZone = 'Asia/Shanghai',
): Promise<Client> {
  const { id } = await callApi(parent, subAccountCalls.insert, {
    parentId: parent.user.id,
    username,
    password: accountPassword,
    role,
    timeZone,
  })
  // Without one an agent adds no devices.
  const count = parent.user.role === roles.admin ? 100_000 : 1_000
  if (role === roles.agent) await callApi(parent, importCountCalls.add, { id, count })
  return signInByApi(parent.url, username, accountPassword)
}

/** Registers a device, by default under the caller itself. */
export async function aDevice(
  client: Client,
  terminalID: string,
  deviceType: 'Gt06' | 'Y808',
  nickname: string,
  userId = client.user.id,
): Promise<void> {
  await callApi(client, deviceCalls.add, { terminalID, deviceType, nickname, userId })
}

export async function locationOf(client: Client, terminalID: string): Promise<Location> {
  const { list } = await callApi(client, locationCalls.find, { terminalIDs: [terminalID] })
  const location = list[0]
  if (!location) throw new Error(`${client.user.username} has no device ${terminalID}`)
  return location
}
