import { describe, expect, test } from 'vitest'
import { roles } from '../codes/roles.ts'
import {
  audienceOf,
  expiriesToAnnounce,
  isInService,
  isStored,
  shownRange,
  viewEnd,
  warningOf,
} from './service-terms.ts'

const dayMs = 86_400_000

describe('who sees a device until when', () => {
  test.each([
    { platform: null, user: null, endUser: null, agent: null },
    { platform: null, user: 50, endUser: 50, agent: null },
    { platform: 80, user: null, endUser: 80, agent: 80 },
    { platform: 80, user: 50, endUser: 50, agent: 80 },
    { platform: 50, user: 80, endUser: 50, agent: 50 },
  ])('platform $platform, user $user', ({ platform, user, endUser, agent }) => {
    const terms = { platformExpireTime: platform, userExpireTime: user }
    expect(viewEnd(terms, 'administrator')).toBeNull()
    expect(viewEnd(terms, 'agent')).toBe(agent)
    expect(viewEnd(terms, 'endUser')).toBe(endUser)
    for (const now of [49, 50, 79, 80])
      expect(isInService(terms, 'endUser', now)).toBe(endUser === null || now < endUser)
  })

  test.each([
    [roles.admin, 'administrator'],
    [roles.agent, 'agent'],
    [roles.superAgent, 'agent'],
    [roles.user, 'endUser'],
    [roles.superUser, 'endUser'],
    [roles.test, 'endUser'],
  ] as const)('role %s looks as %s, and through a device’s own session as an end user', (role, audience) => {
    expect(audienceOf(role)).toBe(audience)
    expect(audienceOf(role, { isOfDevice: true })).toBe('endUser')
  })
  test('who is not known looks as an end user', () => expect(audienceOf(undefined)).toBe('endUser'))
})

test.each([
  { platform: 80, user: 50, reset: null, requested: [10, 90], endUser: [10, 50], agent: [10, 80] },
  { platform: 80, user: 50, reset: 20, requested: [10, 90], endUser: [20, 50], agent: [20, 80] },
  { platform: 80, user: 50, reset: null, requested: [60, 90], endUser: null, agent: [60, 80] },
  { platform: null, user: null, reset: 95, requested: [10, 90], endUser: null, agent: null },
])(
  'of $requested an end user sees $endUser, an agent $agent',
  ({ platform, user, reset, requested, ...shown }) => {
    const terms = { platformExpireTime: platform, userExpireTime: user, historyFromTime: reset }
    const [from, to] = requested as [number, number]
    for (const audience of ['endUser', 'agent'] as const) {
      const range = shownRange(terms, audience, { from, to })
      expect(range && [range.from, range.to]).toEqual(shown[audience])
    }
  },
)

test('reports are stored for some days after the platform’s term, and without one for ever', () => {
  expect(isStored(null, 1e15, 90)).toBe(true)
  expect(isStored(0, 90 * dayMs - 1, 90)).toBe(true)
  expect(isStored(0, 90 * dayMs, 90)).toBe(false)
})

test.each([
  [31, null],
  [30, 30],
  [8, 30],
  [7, 7],
  [2, 7],
  [1, 1],
  [0.5, 1],
  [0, null],
  [-1, null],
])('%s days before the end the warning is %s', (days, warning) =>
  expect(warningOf(days * dayMs, 0)).toBe(warning),
)

test('an end user is warned of the end of his view, those above of both terms', () => {
  const terms = { platformExpireTime: 80, userExpireTime: 50 }
  expect(expiriesToAnnounce(terms, 'endUser')).toEqual([50])
  expect(expiriesToAnnounce(terms, 'agent')).toEqual([80, 50])
  expect(expiriesToAnnounce({ ...terms, userExpireTime: 80 }, 'administrator')).toEqual([80])
  expect(expiriesToAnnounce({ platformExpireTime: null, userExpireTime: null }, 'endUser')).toEqual([])
  expect(warningOf(null, 0)).toBeNull()
})
