import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderInApp } from '../../testing/render.tsx'
import { ImportAreas } from './ImportAreas.tsx'
import type { ImportedFile } from './use-area-import.ts'

test('a file is read in the encoding of its content, and in another one that is chosen', async () => {
  const checked: ImportedFile[] = []
  const screen = await renderInApp(
    <ImportAreas
      texts="fences"
      check={async (file) => {
        checked.push(file)
        return { format: 'csv', list: [] }
      }}
      add={async () => ({ added: 0, failed: [] })}
      rereads={[]}
      onClose={() => {}}
    />,
  )
  const bytes = [...'name;wkt\nKöln;POINT(6.9 50.9)\n'].map((letter) => letter.charCodeAt(0))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File([Uint8Array.from(bytes)], 'zones.csv'))
  await expect.element(screen.getByText('zones.csv')).toBeVisible()
  await screen.getByRole('combobox', { name: 'Encoding' }).click()
  await screen.getByTitle('Cyrillic (Windows-1251)').click()
  await expect
    .poll(() => checked.map(({ text }) => text.split('\n')[1]?.split(';')[0]))
    .toEqual(['Köln', 'Kцln'])
})
