import { ApiError } from '../../base/api.ts'

/** Has the user choose a file. @returns null: none was chosen */
export function chooseFile(): Promise<File | null> {
  const input = document.createElement('input')
  input.type = 'file'
  return new Promise((resolve) => {
    input.addEventListener('cancel', () => resolve(null))
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null))
    input.click()
  })
}

/** The bytes of a file. @throws {ApiError} `payloadTooLarge` */
export async function base64Of(file: File, maxBytes: number): Promise<string> {
  if (file.size > maxBytes) throw new ApiError('payloadTooLarge')
  let binary = ''
  for (const byte of new Uint8Array(await file.arrayBuffer())) binary += String.fromCharCode(byte)
  return btoa(binary)
}
