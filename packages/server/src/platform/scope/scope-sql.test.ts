import { expect, test } from 'vitest'
import { ancestorsWithin, pathEnd } from './scope-sql.ts'

test.each([
  ['/1/', '/1/', ''],
  ['/1/', '/1/7/', '1'],
  ['/1/', '/1/7/42/', '1,7'],
  ['/1/7/', '/1/7/', ''],
  ['/1/7/', '/1/7/42/', '7'],
  ['/1/7/', '/1/7/42/99/', '7,42'],
])('seen from %s the ancestors of %s are %j', (path, of, ancestors) =>
  expect(ancestorsWithin({ path }, of)).toBe(ancestors),
)

test.each(['/1/', '/1/7/', '/1/7/42/'])('a range of paths holds exactly the subtree of %s', (root) => {
  for (const path of [
    '/1/',
    '/1/7/',
    '/1/70/',
    '/1/7/42/',
    '/1/7/420/',
    '/1/7/42/5/',
    '/1/8/',
    '/10/',
    '/2/',
  ]) {
    expect(path >= root && path < pathEnd(root), path).toBe(path.startsWith(root))
  }
})
