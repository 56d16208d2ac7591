import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

/** Faults of a page that no one should see. Each function names the elements in question; none is good. */

const scriptOf = {
  sticksOut: (root: Element) => {
    const { left, right } = root.getBoundingClientRect()
    // A box that cuts, or a row made to be pushed sideways, may hold more than it is wide; a list may not.
    const isWithinBox = (element: Element): boolean => {
      const parent = element.parentElement
      if (!parent || parent === root) return false
      const { overflowX } = getComputedStyle(parent)
      const isRow = overflowX === 'auto' && parent.scrollHeight <= parent.clientHeight + 1
      return overflowX === 'hidden' || overflowX === 'clip' || isRow || isWithinBox(parent)
    }
    return [...root.querySelectorAll('*')]
      .filter((element) => {
        const box = element.getBoundingClientRect()
        const isShown = box.width > 0 && box.height > 0
        return isShown && !isWithinBox(element) && (box.left < left - 1 || box.right > right + 1)
      })
      .map((element) => `${element.tagName}.${element.className} ${element.textContent}`.slice(0, 80))
  },
  stillness: () =>
    new Promise<void>((resolve) => {
      const isRunning = (each: Animation) =>
        each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
      // A change of theme begins its transitions a frame later.
      const waitForFrames = (stillFrames: number) =>
        requestAnimationFrame(() => {
          if (stillFrames === 3) resolve()
          else waitForFrames(document.getAnimations().some(isRunning) ? 0 : stillFrames + 1)
        })
      waitForFrames(0)
    }),
  isLoading: () =>
    document.querySelector('[aria-busy=true], .ant-skeleton-active, .ant-spin-spinning') !== null ||
    document.fonts.status === 'loading',
  cutButtons: () =>
    [...document.querySelectorAll('button, a, [role=tab], [role=radio]')]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        // One pixel is rounding; a name that is meant to be shortened has an ellipsis.
        const isCut = element.scrollWidth > element.clientWidth + 1
        const isShortened = getComputedStyle(element).textOverflow === 'ellipsis'
        return width > 1 && height > 1 && element.clientWidth > 0 && isCut && !isShortened
      })
      .map((element) => `${element.className}: ${element.textContent || element.getAttribute('aria-label')}`),
}

/** Does the page scroll sideways? By how many pixels. */
export function overflowPx(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, (document.scrollingElement?.scrollWidth ?? 0) - innerWidth))
}

/** How far down on the page an element reaches. @throws where it is not shown */
export async function bottomPx(element: Locator): Promise<number> {
  const box = await element.boundingBox()
  if (!box) throw new Error('the element is not shown')
  return box.y + box.height
}

/** Elements beyond the left or right edge of a box. */
export function stickingOut(box: Locator): Promise<string[]> {
  return box.evaluate(scriptOf.sticksOut)
}

/** Buttons and links whose text does not fit them. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(scriptOf.cutButtons)
}

/** Keys of texts that nobody translated, as i18next shows them. */
export async function bareKeys(page: Page): Promise<string[]> {
  const text = await page.locator('body').textContent()
  return (
    text?.match(
      /\b(app|ui|home|track|devices|map|login|account|state|role|result|alarm|statistics|exports|reports|trackSettings)\.[a-z][\w.]+/g,
    ) ?? []
  )
}

/** Resolves when no part of the page is a placeholder for what is loading. */
export async function allLoaded(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(scriptOf.isLoading)).toBe(false)
}

/** Resolves when no transition runs any more, such as that from one theme to the other. */
export function atRest(page: Page): Promise<void> {
  return page.evaluate(scriptOf.stillness)
}
