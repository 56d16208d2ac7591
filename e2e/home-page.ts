import type { Page } from 'playwright'
import { expect } from 'vitest'

/** The content of the device card: its facts by their names, and its first line as `state`. */
export async function factsOf(page: Page, name: string): Promise<Record<string, string>> {
  const card = cardOf(page, name)
  const names = await card.locator('dt').allTextContents()
  const values = await card.locator('dd').allTextContents()
  const state = (await card.getByTestId('tw-card-state').textContent()) ?? ''
  return { state, ...Object.fromEntries(names.map((each, at) => [each, values[at]?.trim() ?? ''])) }
}

export const cardOf = (page: Page, name: string) =>
  page.getByRole('complementary', { name: `Device ${name}`, exact: true })

/** The row of a device in the list of the monitoring screen. */
export const inList = (page: Page, name: string) =>
  page.getByRole('listbox', { name: 'Devices' }).getByRole('option').filter({ hasText: name })

export async function selectInList(page: Page, name: string): Promise<void> {
  await inList(page, name).click()
  await cardOf(page, name).waitFor()
}

export const mapOf = (page: Page) => page.getByRole('application', { name: 'Map' })

/** Resolves when the map has flown where it was sent: it then looks the same twice. */
export async function mapAtRest(page: Page): Promise<void> {
  let before: Buffer | undefined
  await expect
    .poll(async () => {
      const now = await mapOf(page).screenshot()
      const isSame = before?.equals(now) ?? false
      before = now
      return isSame
    })
    .toBe(true)
}
