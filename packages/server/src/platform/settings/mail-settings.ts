import { z } from 'zod'

/** How mail goes out. */
export interface MailSettings {
  /** `smtp://user:password@host:587`, or `smtps://` where the connection begins encrypted. */
  url: string
  from: string
}

const address = /^(?:[^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/
const environment = z.object({
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s/]/, 'must begin with smtp:// or smtps:// and name a host')
    .refine((text) => URL.canParse(text), 'must be a URL')
    .optional(),
  MAIL_FROM: z.string().regex(address, 'must be a mail address, or Name <address>').optional(),
})

/** @returns the settings, null where no mail server is set, and what is wrong with them */
export function readMailSettings(env: Record<string, string | undefined>): {
  settings: MailSettings | null
  issues: { path: PropertyKey[]; message: string }[]
} {
  const { data, error } = environment.safeParse(env)
  if (!data) return { settings: null, issues: error.issues }
  const { SMTP_URL: url, MAIL_FROM: from } = data
  if (url !== undefined && from !== undefined) return { settings: { url, from }, issues: [] }
  if (url === undefined && from === undefined) return { settings: null, issues: [] }
  const [missing, given] = url === undefined ? ['SMTP_URL', 'MAIL_FROM'] : ['MAIL_FROM', 'SMTP_URL']
  return { settings: null, issues: [{ path: [missing], message: `is needed with ${given}` }] }
}
