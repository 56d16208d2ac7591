import type { Locator, Page } from 'playwright'

/** What a hand does on a page, counted: a click, a key or shortcut pressed, and a field entered are one each. */
export interface Steps {
  /** Of a link, a button, a row, a choice in a list that is open. */
  click(target: Locator): Promise<void>
  /** Goes into the field and enters the text. A file given to a field of files is the same. */
  fill(field: Locator, text: string): Promise<void>
  upload(field: Locator, path: string): Promise<void>
  /** Types where the keyboard already is. */
  type(text: string): Promise<void>
  /** A key or a shortcut, such as `Enter` or `Control+K`. */
  press(key: string): Promise<void>
  readonly count: number
}

/** Counts what is done on this page from now on. */
export function stepsOn(page: Page): Steps {
  let count = 0
  const step =
    <Given extends unknown[]>(act: (...given: Given) => Promise<void>) =>
    (...given: Given) => {
      count += 1
      return act(...given)
    }
  return {
    click: step((target: Locator) => target.click()),
    fill: step((field: Locator, text: string) => field.fill(text)),
    upload: step((field: Locator, path: string) => field.setInputFiles(path)),
    type: step((text: string) => page.keyboard.type(text)),
    press: step((key: string) => page.keyboard.press(key)),
    get count() {
      return count
    },
  }
}
