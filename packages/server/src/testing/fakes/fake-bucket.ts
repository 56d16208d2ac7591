import { createHash, createHmac } from 'node:crypto'
import { type Answer, type FakeServer, type Request, startFakeServer } from './fake-server.ts'

export const bucketKeys = { region: 'eu-test-1', keyId: 'AKIATEST', secret: 'a secret of tests' }

export interface FakeBucket extends FakeServer {
  /** What lies there by path. */
  files: Map<string, Buffer>
}

/**
 * A bucket of S3-compatible storage on this machine. It refuses what is not signed by AWS Signature Version 4 with its
 * key, and a body that is not the one that was signed.
 */
export async function startFakeBucket(): Promise<FakeBucket> {
  const files = new Map<string, Buffer>()
  const server = await startFakeServer(async (request) => {
    if (!isSigned(request)) return { status: 403, body: '<Code>SignatureDoesNotMatch</Code>' }
    return answer(files, request)
  })
  return { ...server, files }
}

function answer(files: Map<string, Buffer>, { method, path, headers, body }: Request): Answer {
  if (method === 'PUT') {
    if (headers['x-amz-content-sha256'] !== sha256(body)) return { status: 400, body: 'other content' }
    files.set(path, body)
    return { status: 200 }
  }
  if (method === 'DELETE') return { status: files.delete(path) ? 204 : 404 }
  const file = files.get(path)
  if (file === undefined) return { status: 404 }
  const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '')
  if (!range) return { status: 200, body: file }
  return { status: 206, body: file.subarray(Number(range[1]), Number(range[2]) + 1) }
}

/** The steps of "Create a signed AWS API request" of the documentation of AWS. */
function isSigned({ method, path, headers }: Request): boolean {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=(\w{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!parts) return false
  const [, keyId, day, region, signedHeaders, signature] = parts
  const time = String(headers['x-amz-date'])
  const names = signedHeaders!.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return false
  const canonicalHeaders = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
  const content = String(headers['x-amz-content-sha256'])
  const canonical = [method, path, '', canonicalHeaders, signedHeaders, content].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(Buffer.from(canonical))].join('\n')
  const key = [day!, region!, 's3', 'aws4_request'].reduce<Buffer>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    Buffer.from(`AWS4${bucketKeys.secret}`),
  )
  const expected = createHmac('sha256', key).update(toSign).digest('hex')
  return keyId === bucketKeys.keyId && region === bucketKeys.region && signature === expected
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
