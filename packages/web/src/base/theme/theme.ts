import { useSyncExternalStore } from 'react'
import { create } from 'zustand'

/**
 * The look: one accent (petrol), calm surfaces, an 8 px grid. Every colour is defined here once; `applyTheme` hands them
 * to the style sheets as `--tw-<name>`, `antd-theme.ts` to antd.
 */
const light = {
  page: '#f3f6f7',
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: '#eaeff1',
  line: '#dfe6e9',
  text: '#14232b',
  muted: '#55666f',
  faint: '#5d6d76',
  accent: '#0b6e78',
  accentStrong: '#07565e',
  accentSoft: '#e0f0f1',
  onAccent: '#ffffff',
  sideNav: '#0e2a30',
  danger: '#c9302c',
  warning: '#a35403',
  success: '#187540',
}

const dark: typeof light = {
  page: '#0c1316',
  surface: '#131c20',
  raised: '#19242a',
  sunken: '#0f171a',
  line: '#263439',
  text: '#e4ecee',
  muted: '#9aabb2',
  faint: '#8b9ca4',
  accent: '#41b8c2',
  accentStrong: '#6acdd5',
  accentSoft: '#12343a',
  onAccent: '#04252a',
  sideNav: '#0a1a1e',
  danger: '#f0716c',
  warning: '#eaa54b',
  success: '#4fc27f',
}

export const palettes = { light, dark }

export type ThemeChoice = 'system' | 'light' | 'dark'

const storageKey = 'theme' // plain, because `public/theme-boot.js` reads it before anything is unsealed

export const useThemeChoice = create<{ choice: ThemeChoice }>(() => ({ choice: readChoice() }))

export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, choice)
  } catch {
    // A forbidden storage: the choice then lives as long as the page.
  }
  useThemeChoice.setState({ choice })
}

/** Is the page dark, by choice or by the system? */
export function useIsDark(): boolean {
  const choice = useThemeChoice((state) => state.choice)
  const isSystemDark = useSyncExternalStore(watchSystem, () => systemDark().matches)
  return choice === 'system' ? isSystemDark : choice === 'dark'
}

export function applyTheme(isDark: boolean): void {
  const root = document.documentElement
  root.dataset.theme = isDark ? 'dark' : 'light'
  for (const [name, colour] of Object.entries(palettes[isDark ? 'dark' : 'light'])) {
    root.style.setProperty(`--tw-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, colour)
  }
}

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'dark' || stored === 'light' ? stored : 'system'
  } catch {
    return 'system'
  }
}

function systemDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}

function watchSystem(onChange: () => void): () => void {
  const query = systemDark()
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
