import { ApiError } from '../../base/api.ts'

/**
 * Has the user choose a file.
 * @returns its bytes in base64; null: none was chosen
 * @throws {ApiError} `payloadTooLarge`
 */
export function chooseFile(maxBytes: number): Promise<string | null> {
  const input = document.createElement('input')
  input.type = 'file'
  return new Promise((resolve, reject) => {
    input.addEventListener('cancel', () => resolve(null))
    input.addEventListener('change', async () => {
      const [file] = input.files ?? []
      if (file === undefined) return resolve(null)
      if (file.size > maxBytes) return reject(new ApiError('payloadTooLarge'))
      let binary = ''
      for (const byte of new Uint8Array(await file.arrayBuffer())) binary += String.fromCharCode(byte)
      resolve(btoa(binary))
    })
    input.click()
  })
}
