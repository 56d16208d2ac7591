import { saveFile } from '../../base/save-file.ts'

/** So long the file of a print remains: nothing says when its dialog has closed. */
const keptMs = 10 * 60_000

/** Opens the print dialog with a PDF, or hands it to the browser where that doesn't show PDFs by itself. */
export function printFile(content: Blob, fileName: string): void {
  if (!navigator.pdfViewerEnabled) {
    saveFile(content, fileName)
    return
  }
  const url = URL.createObjectURL(content)
  const frame = document.createElement('iframe')
  // A frame that isn't displayed isn't printed.
  frame.style.cssText = 'position:fixed;width:1px;height:1px;right:0;bottom:0;border:0;visibility:hidden'
  frame.title = fileName
  frame.src = url
  frame.addEventListener('load', () => {
    frame.contentWindow?.focus()
    frame.contentWindow?.print()
  })
  document.body.append(frame)
  setTimeout(() => {
    frame.remove()
    URL.revokeObjectURL(url)
  }, keptMs)
}
