const attempts = 5
const pieceBytes = 64 * 1024

/**
 * Fetches a file as a device with little memory does: piece by piece, each from where the last one ended.
 * @throws when the server refuses it, or what comes is not what was asked for
 */
export async function fetchFirmware(url: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let at = 0
  let etag = ''
  for (let failures = 0; ; ) {
    const headers: Record<string, string> = { range: `bytes=${at}-${at + pieceBytes - 1}` }
    if (etag !== '') headers['if-range'] = etag
    const response = await fetch(url, { headers, redirect: 'error' }).catch(() => null)
    const bytes = response?.status === 206 ? await response.arrayBuffer().catch(() => null) : null
    if (!response || (response.status === 206 && !bytes)) {
      if (++failures === attempts) throw new Error(`${url} does not answer`)
      continue
    }
    if (!bytes) throw new Error(`${url} answers ${response.status}`)
    etag = response.headers.get('etag') ?? ''
    pieces.push(new Uint8Array(bytes))
    at += bytes.byteLength
    const total = Number(response.headers.get('content-range')?.split('/')[1])
    if (at >= total) return Buffer.concat(pieces)
  }
}
