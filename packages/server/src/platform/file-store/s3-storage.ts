import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { FileSettings } from '../settings/file-settings.ts'
import { FileMissing, type FileStorage } from './file-storage.ts'

/** Repeats after errors of the server, at growing intervals from 50 ms on. */
const retries = 4
/** A request whose answer has not begun by then has failed. Of one that reads, the body may take longer. */
const timeoutMs = 120_000

/** Files in a bucket of S3-compatible storage: PUT, GET with ranges, DELETE, signed by AWS Signature Version 4. */
export function s3Storage({
  url,
  region,
  keyId,
  secret,
}: Extract<FileSettings, { url: string }>): FileStorage {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries,
  })
  const request = async (key: string, init: RequestInit) => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error('the storage does not answer')), timeoutMs)
    try {
      const response = await client.fetch(`${url}/${key}`, { ...init, signal: late.signal })
      if (response.status === 404 && init.method === 'GET') throw new FileMissing(key)
      if (response.ok || response.status === 404) return response
      const text = (await response.text().catch(() => '')).slice(0, 300)
      throw new Error(`the storage answered ${response.status} to ${init.method}: ${text}`)
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    draftFolder: join(tmpdir(), 'trackway-files'),
    async keep(key, { path, sha256 }) {
      const response = await request(key, {
        method: 'PUT',
        body: await openAsBlob(path),
        headers: { 'x-amz-content-sha256': sha256 },
      })
      if (!response.ok) throw new Error(`the storage has no bucket at ${url}`)
      await rm(path, { force: true })
    },
    async read(key, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const { status, body } = await request(key, { method: 'GET', headers })
      // A storage that passes over ranges would give other bytes than those.
      if (status !== (range ? 206 : 200)) throw new Error(`the storage answered ${status} to a range`)
      return Readable.fromWeb(body as ReadableStream)
    },
    async remove(key) {
      await request(key, { method: 'DELETE' })
    },
  }
}
