/** A part of some megabytes may take so long on a slow line. */
const partTimeoutMs = 120_000

interface CallOptions {
  signal: AbortSignal
  timeoutMs?: number
}

/** The calls by which a kind of file is uploaded. */
interface UploadCalls<Finished> {
  begin(options: CallOptions): Promise<{ uploadId: string; partBytes: number }>
  part(
    part: { uploadId: string; offset: number; base64: string },
    options: CallOptions,
  ): Promise<{ receivedBytes: number }>
  finish(uploadId: string, options: CallOptions): Promise<Finished>
  cancel(uploadId: string): Promise<unknown>
}

/**
 * Sends a file in parts and finishes it; what was sent is given up when it is stopped or refused.
 * @param onShare called with the share uploaded so far, 0 to 1
 */
export async function uploadInParts<Finished>(
  file: File,
  calls: UploadCalls<Finished>,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<Finished> {
  const { uploadId, partBytes } = await calls.begin({ signal })
  const options = { signal, timeoutMs: partTimeoutMs }
  try {
    let offset = 0
    while (offset < file.size) {
      const base64 = await toBase64(file.slice(offset, offset + partBytes))
      const { receivedBytes } = await calls.part({ uploadId, offset, base64 }, options)
      offset = receivedBytes
      onShare(offset / file.size)
    }
    return await calls.finish(uploadId, options)
  } catch (error) {
    // The server forgets it by itself too, later.
    await calls.cancel(uploadId).catch(() => {})
    throw error
  }
}

function toBase64(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(part)
  })
}
