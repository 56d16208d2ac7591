import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { privateFolderOf } from './private-folder.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'private-'))
  mkdirSync(join(folder, 'home', 'trackway'), { recursive: true })
  chmodSync(folder, 0o755)
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a folder that all may enter is not private', () =>
  expect(privateFolderOf(join(folder, 'home', 'trackway'))).toBeNull())

test('below a folder that only its owner may enter, that one is named', () => {
  chmodSync(join(folder, 'home'), 0o700)
  expect(privateFolderOf(join(folder, 'home', 'trackway'))).toBe(join(folder, 'home'))
})
