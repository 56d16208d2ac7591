import { beforeEach, expect, test } from 'vitest'
import './theme.css'
import { antdTheme } from './antd-theme.ts'
import { applyTheme, chooseTheme, useThemeChoice } from './theme.ts'

beforeEach(() => localStorage.clear())

/** The relative luminance of a colour, by WCAG 2.2. */
function luminance(colour: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  const [red, green, blue] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--tw-${name}`).trim()

/** Pairs of a text colour and its background. */
const readings = [
  ['text', 'surface'],
  ['text', 'page'],
  ['text', 'sunken'],
  ['muted', 'surface'],
  ['muted', 'page'],
  ['accent', 'surface'],
  ['accent-strong', 'accent-soft'],
  ['on-accent', 'accent'],
  ['danger', 'surface'],
  ['warning', 'surface'],
] as const

test.each([false, true].flatMap((isDark) => readings.map(([text, ground]) => ({ isDark, text, ground }))))(
  '$text can be read upon $ground, dark: $isDark',
  ({ isDark, text, ground }) => {
    applyTheme(isDark)
    expect(contrast(token(text), token(ground))).toBeGreaterThanOrEqual(4.5)
  },
)

test.each([false, true])('style sheets and antd have the same colours, dark: %s', (isDark) => {
  applyTheme(isDark)
  const { colorPrimary, colorText, colorBgContainer, colorError } = antdTheme(isDark).token!
  expect([colorPrimary, colorText, colorBgContainer, colorError]).toEqual(
    ['accent', 'text', 'surface', 'danger'].map(token),
  )
  expect(document.documentElement.dataset.theme).toBe(isDark ? 'dark' : 'light')
})

test('a chosen look is kept for the next page, and the system is followed again when that is chosen', () => {
  chooseTheme('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(useThemeChoice.getState().choice).toBe('dark')
  chooseTheme('system')
  expect(localStorage.getItem('theme')).toBeNull()
})
