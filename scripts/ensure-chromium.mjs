// Before the tests that need a browser.
import { ensureChromium } from './chromium.mjs'

export default function setup() {
  ensureChromium()
}
