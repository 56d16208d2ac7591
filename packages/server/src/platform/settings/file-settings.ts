import { isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'

/** Where large files lie: in a folder, or in a bucket of S3-compatible storage. */
export type FileSettings =
  | { folder: string }
  | {
      /** Of the bucket, without a slash at its end. */
      url: string
      region: string
      keyId: string
      secret: string
    }

const environment = z.object({
  FILES_DIR: z.string().optional(),
  FILES_S3_URL: z
    .url({ protocol: /^https?$/, error: 'must be the address of a bucket, https://…' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  FILES_S3_REGION: z.string().default('us-east-1'),
  FILES_S3_KEY_ID: z.string().optional(),
  FILES_S3_SECRET: z.string().optional(),
})

/** @returns where files lie, by default in a folder below `dataDir`, and what is wrong with the settings */
export function readFileSettings(
  env: Record<string, string | undefined>,
  dataDir: string,
): { settings: FileSettings; issues: { path: PropertyKey[]; message: string }[] } {
  const usual = { folder: join(dataDir, 'files') }
  const { data, error } = environment.safeParse(env)
  if (!data) return { settings: usual, issues: error.issues }
  const { FILES_DIR: folder, FILES_S3_URL: url, FILES_S3_REGION: region } = data
  const { FILES_S3_KEY_ID: keyId, FILES_S3_SECRET: secret } = data
  if (url !== undefined && keyId !== undefined && secret !== undefined && folder === undefined)
    return { settings: { url, region, keyId, secret }, issues: [] }
  const issue = (path: string, message: string) => ({ settings: usual, issues: [{ path: [path], message }] })
  if (url !== undefined && folder !== undefined)
    return issue('FILES_DIR', 'is not possible with FILES_S3_URL')
  const s3 = { FILES_S3_URL: url, FILES_S3_KEY_ID: keyId, FILES_S3_SECRET: secret }
  const missing = Object.entries(s3).find(([, value]) => value === undefined)
  const given = Object.entries(s3).find(([, value]) => value !== undefined)
  if (missing && given) return issue(missing[0], `is needed with ${given[0]}`)
  if (folder === undefined) return { settings: usual, issues: [] }
  return { settings: { folder: isAbsolute(folder) ? folder : resolve(folder) }, issues: [] }
}
