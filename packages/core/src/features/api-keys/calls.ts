import { z } from 'zod'
import { byRowId, call, line, page, pageInput, rowId, searchText, time } from '../../api/call.ts'
import { datedTime } from '../../api/ruled.ts'
import { scopes } from '../../codes/scopes.ts'
import { search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'

/** Bearer tokens for programs: what they may, until when, and when they were used last. */

const keyScopes = z
  .array(z.enum(scopes))
  .min(1)
  .max(scopes.length)
  .describe('Permission keys, or groups of them. A key never has more rights than its account.')

export const apiKey = z.object({
  id: rowId,
  name: z.string().describe('Purpose.'),
  keyStart: z.string().describe('First characters of the key, to recognise it.'),
  username: z.string().describe('Account it belongs to.'),
  scopes: z.array(z.string()).describe('Permission keys, or groups of them.'),
  createTime: time,
  expireTime: time.nullable(),
  lastUseTime: time.nullable().describe('To the minute, epoch ms; null: never used.'),
  lastUseAddress: z.string().nullable().describe('Network address of the last use.'),
})
export type ApiKey = z.output<typeof apiKey>

export const apiKeyCalls = {
  add: call({
    path: '/api/apiKey/add',
    permission: 'session',
    acting: false,
    help: 'Creates an API key of the caller’s account, shown only once: `Authorization: Bearer <key>`. It has the permissions that both its scopes and its account have, and ends with the account.',
    input: z.object({
      name: line(64).min(1).describe('Purpose.'),
      scopes: keyScopes,
      expireTime: datedTime.nullish().describe('Expiry, epoch ms; none: it does not expire by itself.'),
    }),
    output: z.object({ id: rowId, key: z.string().describe('The key; secret.') }),
    refusals: ['tooManyKeys'],
  }),
  find: call({
    path: '/api/apiKey/find',
    permission: 'session',
    demo: true,
    inPerson: true,
    help: 'The API keys of the caller’s account and its sub-accounts, newest first.',
    input: pageInput.extend({
      isOwn: z.boolean().optional().describe('Only those of the caller’s own account.'),
      search: searchText
        .optional()
        .describe('Part of its name, of its first characters, or of the user name.'),
    }),
    output: page(apiKey),
  }),
  revoke: call({
    path: '/api/apiKey/revoke',
    permission: 'session',
    acting: false,
    help: 'Revokes an API key of the caller’s account or a sub-account.',
    ...byRowId,
  }),
}

export const apiKeyList = list(apiKeyCalls.find, {
  name: 'apiKeys',
  rowId: 'id',
  columns: [
    { key: 'name', form: 'text', isFixed: true, card: 'title' },
    { key: 'keyStart', form: 'text' },
    { key: 'username', form: 'text' },
    { key: 'scopes', form: 'texts' },
    { key: 'lastUseTime', form: 'age' },
    { key: 'lastUseAddress', name: 'cameFrom', form: 'text', isOptional: true },
    { key: 'expireTime', form: 'term' },
    { key: 'createTime', name: 'made', form: 'instant', isOptional: true },
  ],
  filters: [search(), { kind: 'given', key: 'isOwn' }],
})
