import { type ThemeConfig, theme } from 'antd'
import { useSyncExternalStore } from 'react'
import { create } from 'zustand'

/**
 * The look: one accent (petrol), calm surfaces, an 8 px grid. Every colour stands here once; `applyTheme`
 * also hands them to the style sheets as `--tw-<name>`.
 */
const light = {
  page: '#f3f6f7',
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: '#eaeff1',
  line: '#dfe6e9',
  text: '#14232b',
  muted: '#55666f',
  faint: '#7b8b94',
  accent: '#0b6e78',
  accentStrong: '#07565e',
  accentSoft: '#e0f0f1',
  onAccent: '#ffffff',
  sideNav: '#0e2a30',
  danger: '#c9302c',
  warning: '#b45f06',
  success: '#1a7f45',
}

const dark: typeof light = {
  page: '#0c1316',
  surface: '#131c20',
  raised: '#19242a',
  sunken: '#0f171a',
  line: '#263439',
  text: '#e4ecee',
  muted: '#9aabb2',
  faint: '#71828a',
  accent: '#41b8c2',
  accentStrong: '#6acdd5',
  accentSoft: '#12343a',
  onAccent: '#04252a',
  sideNav: '#0a1a1e',
  danger: '#f0716c',
  warning: '#eaa54b',
  success: '#4fc27f',
}

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
  for (const [name, colour] of Object.entries(isDark ? dark : light)) {
    root.style.setProperty(`--tw-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, colour)
  }
}

export function antdTheme(isDark: boolean): ThemeConfig {
  const colours = isDark ? dark : light
  return {
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: colours.accent,
      colorInfo: colours.accent,
      colorInfoBg: colours.accentSoft,
      colorInfoBorder: colours.line,
      colorLink: colours.accent,
      colorLinkHover: colours.accentStrong,
      colorSuccess: colours.success,
      colorWarning: colours.warning,
      colorError: colours.danger,
      colorTextBase: colours.text,
      colorText: colours.text,
      colorTextSecondary: colours.muted,
      colorTextTertiary: colours.faint,
      colorTextDescription: colours.muted,
      colorTextPlaceholder: colours.faint,
      colorBgLayout: colours.page,
      colorBgContainer: colours.surface,
      colorBgElevated: colours.raised,
      colorBorder: isDark ? '#324248' : '#cdd7db',
      colorBorderSecondary: colours.line,
      colorSplit: colours.line,
      colorPrimaryBg: colours.accentSoft,
      colorPrimaryBgHover: colours.accentSoft,
      controlItemBgActive: colours.accentSoft,
      controlItemBgActiveHover: colours.accentSoft,
      controlOutline: isDark ? 'rgba(65,184,194,.25)' : 'rgba(11,110,120,.18)',
      colorBgMask: isDark ? 'rgba(0,0,0,.6)' : 'rgba(10,30,36,.42)',
      borderRadius: 8,
      borderRadiusLG: 12,
      borderRadiusSM: 6,
      controlHeight: 36,
      controlHeightLG: 44,
      controlHeightSM: 28,
      fontFamily: 'inherit',
      fontSize: 14,
      lineHeight: 1.5,
      motionDurationMid: '0.16s',
      motionDurationSlow: '0.2s',
      boxShadowSecondary: isDark
        ? '0 8px 28px rgba(0,0,0,.5), 0 0 0 1px #2b3a40'
        : '0 8px 28px rgba(16,40,48,.12), 0 1px 3px rgba(16,40,48,.08)',
    },
    components: {
      Button: {
        primaryColor: colours.onAccent,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 500,
      },
      Table: {
        headerBg: colours.surface,
        headerColor: colours.muted,
        headerSplitColor: 'transparent',
        rowHoverBg: isDark ? '#18262b' : '#f5f9f9',
        cellPaddingBlock: 11,
        cellPaddingInline: 14,
      },
      Modal: { titleFontSize: 17 },
      Form: { itemMarginBottom: 22, labelHeight: 'auto', verticalLabelPadding: '0 0 6px' },
      Tree: { colorBgContainer: 'transparent' },
      Tabs: { horizontalMargin: '0', titleFontSize: 14 },
      Tooltip: { colorBgSpotlight: isDark ? '#2b3b41' : '#1c3138' },
      Segmented: { trackBg: colours.sunken, itemSelectedBg: isDark ? '#26373d' : colours.surface },
    },
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
