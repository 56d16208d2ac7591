import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { brokenBorders } from './check-borders.mjs'
import { featuresWithoutPartner, inOneLayer } from './feature-names.mjs'
import { crowdedFolders } from './folders.mjs'

/** Writes a tree of files, text by path, and returns the names of the rules that it breaks. */
async function rulesBrokenBy(tree: Record<string, string>): Promise<string[]> {
  const root = mkdtempSync(path.join(tmpdir(), 'borders-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  const broken = await brokenBorders(root, Object.keys(tree))
  return [...new Set(broken.map((line) => line.slice(0, line.indexOf(':'))))]
}

const features = 'packages/server/src/features'
const web = 'packages/web/src'

test.each([
  {
    what: 'a feature that imports what another does not offer',
    tree: {
      [`${features}/fences/calls.ts`]: `import { sums } from '../devices/insides.ts'\nexport const a = sums`,
      [`${features}/devices/insides.ts`]: 'export const sums = 1',
    },
    broken: ['features-offer-named-files'],
  },
  {
    what: 'a type that is not offered',
    tree: {
      [`${web}/features/fences/form.ts`]: `import type { Inside } from '../devices/insides.ts'\nexport type A = Inside`,
      [`${web}/features/devices/insides.ts`]: 'export type Inside = 1',
    },
    broken: ['features-offer-named-files'],
  },
  {
    what: 'a circle between folders',
    tree: {
      'packages/core/src/left/a.ts': `import { b } from '../right/b.ts'\nexport const a = b`,
      'packages/core/src/right/b.ts': 'export const b = 1',
      'packages/core/src/right/c.ts': `import { d } from '../left/d.ts'\nexport const c = d`,
      'packages/core/src/left/d.ts': 'export const d = 1',
    },
    broken: ['no-circles'],
  },
  {
    what: 'a circle between folders of types alone, at different depths',
    tree: {
      'packages/core/src/left/deep/a.ts': `import type { B } from '../../right/b.ts'\nexport type A = B`,
      'packages/core/src/right/b.ts': `import type { D } from '../left/d.ts'\nexport type B = D`,
      'packages/core/src/left/d.ts': 'export type D = 1',
    },
    broken: ['no-circles'],
  },
  {
    what: 'a circle between two files of types alone',
    tree: {
      'packages/core/src/a.ts': `import type { B } from './b.ts'\nexport interface A { b: B }`,
      'packages/core/src/b.ts': `import type { A } from './a.ts'\nexport interface B { a: A }`,
    },
    broken: ['no-circles'],
  },
  {
    what: 'a floor of the web that needs one above it',
    tree: {
      [`${web}/base/session.ts`]: `import { menu } from '../shell/menu.ts'\nexport const a = menu`,
      [`${web}/shell/menu.ts`]: 'export const menu = 1',
    },
    broken: ['web-base-needs-only-below'],
  },
  {
    what: 'a shared part that needs the map',
    tree: {
      [`${web}/ui/list.ts`]: `import { map } from '../map/map.ts'\nexport const a = map`,
      [`${web}/map/map.ts`]: 'export const map = 1',
    },
    broken: ['web-ui-needs-only-below'],
  },
  {
    what: 'the core importing the server',
    tree: {
      'packages/core/src/a.ts': `import { b } from '../../server/src/b.ts'\nexport const a = b`,
      'packages/server/src/b.ts': 'export const b = 1',
    },
    broken: ['core-stands-alone'],
  },
  {
    what: 'an import of what the package.json above does not name, of types too',
    tree: {
      'packages/web/package.json': '{ "name": "@trackway/web", "dependencies": { "react": "1.0.0" } }',
      'packages/web/src/a.ts': `import type { Call } from '@trackway/core/api/call.ts'\nexport type A = Call`,
    },
    broken: ['declared-imports', 'nothing-missing'],
  },
])('$what is refused', async ({ tree, broken }) => {
  expect(await rulesBrokenBy(tree)).toEqual(broken)
})

test('what is offered or declared, arrows downwards and a vocabulary beside folders pass', async () => {
  const tree = {
    [`${features}/fences/calls.ts`]: `import { id } from '../devices/find-device-id.ts'\nexport const a = id`,
    [`${features}/devices/find-device-id.ts`]: 'export const id = 1',
    [`${web}/shell/menu.ts`]: `import { session } from '../base/session.ts'\nexport const a = session`,
    [`${web}/base/session.ts`]: 'export const session = 1',
    'packages/protocols/src/protocol.ts': 'export type Protocol = 1',
    'packages/protocols/src/first/first.ts': `import type { Protocol } from '../protocol.ts'\nexport const first: Protocol = 1`,
    'packages/protocols/src/registry.ts': `import { first } from './first/first.ts'\nexport const all = [first]`,
    'packages/web/package.json': '{ "name": "@trackway/web", "dependencies": { "@types/geojson": "1.0.0" } }',
    'packages/web/src/a.ts': `import type { Point } from 'geojson'\nimport { join } from 'node:path'\nexport const a: Point = join`,
  }
  expect(await rulesBrokenBy(tree)).toEqual([])
})

test('a feature has one name in contract, server and web, but for few exceptions that are needed', () => {
  const tree = ['core', 'server', 'web'].map((layer) => `packages/${layer}/src/features/fences/a.ts`)
  expect(featuresWithoutPartner(tree, {})).toEqual([])
  expect(featuresWithoutPartner([...tree, 'packages/core/src/features/zones/calls.ts'], {})).toEqual([
    'packages/core/src/features/zones has no partner in server',
  ])
  expect(featuresWithoutPartner([...tree, `${features}/crumbs/calls.ts`], {})).toEqual([
    'packages/server/src/features/crumbs has no partner in core',
  ])
  expect(featuresWithoutPartner([...tree, `${web}/features/profile/screens.ts`], {})).toEqual([
    'packages/web/src/features/profile has no partner in core',
  ])
  expect(featuresWithoutPartner([...tree, `${features}/crumbs/calls.ts`], { crumbs: 'why' })).toEqual([])
  expect(featuresWithoutPartner(tree, { crumbs: 'why' })).toEqual(['crumbs is no exception'])
  expect(Object.keys(inOneLayer).length).toBeLessThanOrEqual(5)
})

test('a folder is crowded by what lies in it, not by what lies below', () => {
  const files = ['a/1.ts', 'a/2.ts', 'a/b/3.ts', 'a/b/4.ts', 'a/b/5.ts']
  expect(crowdedFolders(files, 2)).toEqual([{ folder: 'a/b', count: 3 }])
})
