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

  test('has a documented port', () => {
    expect(documented).toContain(`| \`${portSetting(name)}\` | ${port} |`)
  })
})

test('no two protocols share a port', () => {
  expect(new Set(protocols.map(({ defaultPort }) => defaultPort)).size).toBe(protocols.length)
})
