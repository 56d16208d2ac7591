import { z } from 'zod'

/**
 * How a page in a browser is signed in: its token lies in a cookie that no script reads, and each tab knows the name
 * of that cookie only, which goes with each call in this header. Another site can neither send the header nor know the
 * name, so the cookie alone is worth nothing to it. Programs send their token as `Authorization: Bearer` instead.
 */
export const sessionHeader = 'x-trackway-session'

/** Sent in the header by who signs in and has no session yet. */
export const newSession = 'new'

/**
 * Sent by a page below a path, `/gps/`: there its cookies lie, which other sites of that host do not get. The page knows
 * it, while a proxy in between may have taken the path away.
 */
export const basePathHeader = 'x-trackway-base'

export const sessionToken = z
  .string()
  .describe(
    'For `Authorization: Bearer`. Where the call came with the header `X-Trackway-Session` (`new` at a sign-in), the token is in a cookie, and this is its name, for that header.',
  )
