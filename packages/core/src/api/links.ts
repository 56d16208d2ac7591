import { z } from 'zod'
import { rowId, time } from './call.ts'

/** Common fields of links that work without an account. */

/** What a link consists of: 192 random bits in base64url. */
export const linkToken = z.string().max(200)

/** A link that was just made: only this reply has its token. */
export const madeLink = z.object({
  id: rowId,
  token: z.string(),
  path: z.string().describe('Of the page in the web app.'),
  expireTime: time,
})

/** A link as its maker sees it later, without the token. */
export const linkFields = {
  id: rowId,
  createTime: time,
  expireTime: time,
  username: z.string().describe('Who shared it.'),
  views: z.int().describe('Number of views.'),
  lastViewTime: time.nullable(),
}
