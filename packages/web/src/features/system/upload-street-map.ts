import { streetMapCalls } from '@trackway/core/features/street-maps/calls.ts'
import { api } from '../../base/api.ts'
import { uploadInParts } from '../../base/upload-in-parts.ts'

/**
 * Sends a file of streets in parts and installs it.
 * @param onShare called with the share uploaded so far, 0 to 1
 */
export async function uploadStreetMap(
  file: File,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<void> {
  await uploadInParts<unknown>(
    file,
    {
      begin: (options) =>
        api(streetMapCalls.beginUpload, { fileName: file.name, sizeBytes: file.size }, options),
      part: (part, options) => api(streetMapCalls.uploadPart, part, options),
      finish: (uploadId, options) => api(streetMapCalls.finishUpload, { uploadId }, options),
      cancel: (uploadId) => api(streetMapCalls.cancelUpload, { uploadId }),
    },
    signal,
    onShare,
  )
}
