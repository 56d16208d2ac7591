import { readFileSync } from 'node:fs'
import { protocols } from '@trackway/protocols/registry.ts'
import { describe, expect, test } from 'vitest'
import { portSetting, readConfig } from './config.ts'

const documented = readFileSync(new URL('../../../../../docs/CONFIGURATION.md', import.meta.url), 'utf8')

describe.each(protocols.map(({ name, defaultPort }) => [name, defaultPort] as const))('%s', (name, port) => {
  test('has a port of its own, which a setting changes or switches off', () => {
    expect(readConfig({}).gateway.ports).toMatchObject({ [name]: port })
    expect(readConfig({ [portSetting(name)]: '0' }).gateway.ports).toMatchObject({ [name]: 0 })
    expect(() => readConfig({ [portSetting(name)]: 'x' })).toThrow(`${portSetting(name)}: must be a port`)
  })
})

test('every setting that is read is documented', () => {
  const sources = ['config.ts', 'file-settings.ts', 'geocoding-settings.ts', 'mail-settings.ts'].map((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8'),
  )
  const names = sources.flatMap((source) =>
    [...source.matchAll(/^ +([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name!),
  )
  expect(names).toEqual(expect.arrayContaining(['SMTP_URL', 'FILES_S3_URL']))
  // Settings that each provider has are here by the end of their names.
  expect(names.filter((name) => !documented.includes(`${name}\``))).toEqual([])
})

test('a port that the README names is that of a protocol', () => {
  const readme = readFileSync(new URL('../../../../../README.md', import.meta.url), 'utf8')
  const named = [...readme.matchAll(/^\| (\d+) \|/gm)].map(([, port]) => Number(port))
  const ports = protocols.map(({ defaultPort }) => defaultPort)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((port) => !ports.includes(port))).toEqual([])
})

test('no two protocols share a port', () => {
  expect(new Set(protocols.map(({ defaultPort }) => defaultPort)).size).toBe(protocols.length)
})

test.each([
  [undefined, [false, false]],
  ['1', [true, false]],
  ['2', [true, true]],
])('TRUST_PROXY=%s: how many proxies are believed', (text, expected) => {
  const { trustProxy } = readConfig({ TRUST_PROXY: text }).http
  const isTrusted = trustProxy as (address: string, hop: number) => boolean
  expect([isTrusted('10.0.0.1', 0), isTrusted('10.0.0.2', 1)]).toEqual(expected)
})

test('TRUST_PROXY takes networks, and nothing else', () => {
  expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).http.trustProxy).toEqual(['10.0.0.0/8', '::1'])
  expect(() => readConfig({ TRUST_PROXY: 'true' })).toThrow('TRUST_PROXY: must be the number of proxies')
})

test.each(['https://example.com/api/', 'https://example.com/?a=1', 'example.com/gps'])(
  'the address %s stops the start',
  (url) => expect(() => readConfig({ PUBLIC_URL: url })).toThrow('PUBLIC_URL: must be a URL such as'),
)

test('a password of the administrator that is guessed first stops the start', () => {
  expect(() => readConfig({ ADMIN_PASSWORD: 'password1' })).toThrow('is easy to guess')
})

test('files lie in a folder of the data, in another one, or in a bucket, of which all is set', () => {
  expect(readConfig({ DATA_DIR: '/data' }).files).toEqual({ folder: '/data/files' })
  expect(readConfig({ FILES_DIR: '/mnt/files' }).files).toEqual({ folder: '/mnt/files' })
  const bucket = {
    FILES_S3_URL: 'https://s3.example/bucket/',
    FILES_S3_KEY_ID: 'id',
    FILES_S3_SECRET: 'secret',
  }
  expect(readConfig(bucket).files).toEqual({
    url: 'https://s3.example/bucket',
    region: 'us-east-1',
    keyId: 'id',
    secret: 'secret',
  })
  expect(() => readConfig({ ...bucket, FILES_S3_SECRET: '' })).toThrow('FILES_S3_SECRET: is needed with')
  expect(() => readConfig({ ...bucket, FILES_DIR: '/mnt' })).toThrow('FILES_DIR: is not possible')
  expect(() => readConfig({ FILES_S3_URL: 'bucket' })).toThrow('FILES_S3_URL: must be the address')
})
