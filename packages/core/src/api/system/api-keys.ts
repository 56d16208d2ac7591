import { z } from 'zod'
import { scopes } from '../../codes/scopes.ts'
import { search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { byRowId, call, line, page, pageInput, rowId, searchText, time } from '../call.ts'
import { datedTime } from '../ruled.ts'

/** Bearer tokens for programs: what they may, until when, and when they were used last. */

const keyScopes = z
  .array(z.enum(scopes))
  .min(1)
  .max(scopes.length)
  .describe('Permission keys, or groups of them. A key never may more than its account.')

export const apiKey = z.object({
  id: rowId,
  name: z.string().describe('What it is for.'),
  keyStart: z.string().describe('The first signs of the key, by which it is told from others.'),
  username: z.string().describe('Whose it is.'),
  scopes: z.array(z.string()).describe('Permission keys, or groups of them.'),
  createTime: time,
  expireTime: time.nullable(),
  lastUseTime: time.nullable().describe('To the minute, epoch ms; null: it was never used.'),
  lastUseAddress: z.string().nullable().describe('Network address it was used from last.'),
})
export type ApiKey = z.output<typeof apiKey>

export const apiKeyCalls = {
  add: call({
    path: '/api/apiKey/add',
    permission: 'session',
    acting: false,
    help: 'Makes an API key of the caller’s account, told this once: `Authorization: Bearer <key>`. It may what its scopes and its account both may, and ends with the account.',
    input: z.object({
      name: line(64).min(1).describe('What it is for.'),
      scopes: keyScopes,
      expireTime: datedTime.nullish().describe('When it ends, epoch ms; none: it does not by itself.'),
    }),
    output: z.object({ id: rowId, key: z.string().describe('The key; secret.') }),
    refusals: ['tooManyKeys'],
  }),
  find: call({
    path: '/api/apiKey/find',
    permission: 'session',
    demo: true,
    inPerson: true,
    help: 'The API keys of the caller’s account and of those below it, newest first.',
    input: pageInput.extend({
      isOwn: z.boolean().optional().describe('Only those of the caller’s own account.'),
      search: searchText.optional().describe('Part of its name, of its first signs, or of the user name.'),
    }),
    output: page(apiKey),
  }),
  revoke: call({
    path: '/api/apiKey/revoke',
    permission: 'session',
    acting: false,
    help: 'Ends an API key of the caller’s account, or of one below it, at once.',
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
