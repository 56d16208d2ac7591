/** Hands a file to the browser, which saves it under its name. */
export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has begun to save it by then; at once would be too early for some.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
