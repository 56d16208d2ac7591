import { streetMapCalls } from '@trackway/core/features/street-maps/calls.ts'
import { api } from '../../base/api.ts'

/** A part of 4 MB may take so long on a slow line. */
const partTimeoutMs = 120_000

/**
 * Sends a file of streets in parts and installs it; what was sent is given up when it is stopped or refused.
 * @param onShare called with the share uploaded so far, 0 to 1
 */
export async function uploadStreetMap(
  file: File,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<void> {
  const { uploadId, partBytes } = await api(
    streetMapCalls.beginUpload,
    { fileName: file.name, sizeBytes: file.size },
    { signal },
  )
  try {
    let offset = 0
    while (offset < file.size) {
      const base64 = await toBase64(file.slice(offset, offset + partBytes))
      const part = { uploadId, offset, base64 }
      const { receivedBytes } = await api(streetMapCalls.uploadPart, part, {
        signal,
        timeoutMs: partTimeoutMs,
      })
      offset = receivedBytes
      onShare(offset / file.size)
    }
    await api(streetMapCalls.finishUpload, { uploadId }, { signal, timeoutMs: partTimeoutMs })
  } catch (error) {
    // The server forgets it by itself too, later.
    await api(streetMapCalls.cancelUpload, { uploadId }).catch(() => {})
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
