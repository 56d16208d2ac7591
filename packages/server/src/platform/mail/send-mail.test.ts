import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../..')
const filesWith = (pattern: RegExp) =>
  globSync('**/*.ts', { cwd: source })
    .filter((file) => !file.includes('test') && pattern.test(readFileSync(join(source, file), 'utf8')))
    .sort()

test('no mail goes around the budgets and the wishes of its receiver', () =>
  expect([filesWith(/\b(mailer!?|Mailer\(\)!?)\.send\(/), filesWith(/\bcreateTransport\(/)]).toEqual([
    ['platform/mail/send-mail.ts'],
    ['platform/mail/mail.ts'],
  ]))

test('no SMS and no call goes around the budgets', () => {
  const senders = filesWith(/\b(texts!?|carrier)\.(sendSms|call)\(/)
  expect(senders).toEqual([
    'features/notifications/delivery/send.ts',
    'features/notifications/providers/calls.ts',
  ])
  for (const file of senders) expect(readFileSync(join(source, file), 'utf8')).toContain('withinBudget(')
})
