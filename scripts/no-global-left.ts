import { afterAll, expect } from 'vitest'

const names = ['fetch', 'document', 'window', 'location', 'navigator', 'WebSocket', 'Worker', 'setTimeout']
const globals = globalThis as Record<string, unknown>
const before = names.map((name) => globals[name])

// Pure files share one world: what one of them put in place of a global would stay there for the next.
afterAll(() => expect(names.filter((name, index) => globals[name] !== before[index])).toEqual([]))
