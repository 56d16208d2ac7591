import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { writePdf } from './pdf.ts'
import { aFile, aRow, make, texts } from './testing/sample-file.ts'

test('a PDF shows the letters of all languages, its head on every page, and counts its pages', async () => {
  const rows = Array.from({ length: 60 }, (_, i) => aRow(`CAR ${i}`, texts[i % texts.length]))
  const bytes = await make(writePdf, aFile(rows))
  const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(bytes)))
  expect(pages.length).toBeGreaterThan(1)
  for (const [i, text] of pages.entries()) {
    expect(text).toContain('Distance (km)')
    expect(text).toContain(`Page ${i + 1} of ${pages.length}`)
  }
  expect(pages[0]).toContain('3 of 5 vehicles had data')
  expect(pages[0]).toContain('2026-11-01 23:30:05')
  for (const text of texts.slice(0, 3)) expect(pages[0]).toContain(text)
  expect(pages.join()).toContain('CAR 59')
  expect(pages.at(-1)).toContain('Sum')
})

test('a PDF without rows states it', async () => {
  const bytes = await make(writePdf, aFile([], { sum: null }))
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  expect(text).toContain('No data for this period.')
})
