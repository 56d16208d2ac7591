import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compiled } from '../testing/run-folder.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'map-cli-'))
const helsinki = join(import.meta.dirname, '..', '..', 'maps', 'helsinki.pmtiles')
afterAll(() => rmSync(dataDir, { recursive: true }))

function map(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'map.ts'), ...args],
    {
      encoding: 'utf8',
      env: { ...process.env, NODE_COMPILE_CACHE: compiled, DATA_DIR: dataDir },
    },
  )
  return { out: stdout.trim(), err: stderr.trim(), status }
}

test('a map is added, listed and removed, without a server', () => {
  expect(map('add', helsinki, '--name', 'Town')).toMatchObject({ out: 'Installed as helsinki-2.', status: 0 })
  const { out } = map('list')
  expect(out).toMatch(/^helsinki-2 {2}Town .* protomaps {2}file /m)
  expect(out).toMatch(/^helsinki {2}Helsinki .* builtIn /m)
  expect(map('remove', 'helsinki-2')).toMatchObject({ out: 'Removed helsinki-2.', status: 0 })
  expect(map('list').out).not.toContain('helsinki-2')
})

test.each([
  [['add', import.meta.filename], 'The file does not begin with "PMTiles".', 1],
  [['add', '/nowhere/at-all.pmtiles'], 'File not found: /nowhere/at-all.pmtiles.', 1],
  [['remove', 'helsinki'], "helsinki comes with the platform and can't be removed.", 1],
  [['remove', 'none'], 'Unknown map: none.', 1],
  [['fetch', '5,5,4,4', '--from', 'http://127.0.0.1:1/'], 'A box is west,south,east,north in degrees', 1],
  [[], 'Usage: trackway map add', 2],
])('%j is refused in one sentence', (args, sentence, code) => {
  const { err, status } = map(...args)
  expect(err).toContain(sentence)
  expect(err).not.toContain('    at ')
  expect(status).toBe(code)
})
