import { type ThemeConfig, theme } from 'antd'
import { palettes } from './theme.ts'

/** The look of antd's parts, from the one palette. Apart from it, since the sign-in page has none of them. */
export function antdTheme(isDark: boolean): ThemeConfig {
  const colours = palettes[isDark ? 'dark' : 'light']
  return {
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: colours.accent,
      colorInfo: colours.accent,
      colorInfoBg: isDark ? '#0e282d' : colours.accentSoft,
      colorInfoBorder: colours.line,
      colorLink: colours.accent,
      colorLinkHover: colours.accentStrong,
      colorSuccess: colours.success,
      ...(!isDark && { colorSuccessBg: '#e3f2e9', colorWarningBg: '#f8eedd', colorErrorBg: '#fcecec' }),
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
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
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
      Menu: { activeBarBorderWidth: 0 },
      Modal: { titleFontSize: 17 },
      Form: { itemMarginBottom: 22, labelHeight: 'auto', verticalLabelPadding: '0 0 6px' },
      Tree: { colorBgContainer: 'transparent', indentSize: 12 },
      Tabs: { horizontalMargin: '0', titleFontSize: 14, titleFontSizeSM: 13 },
      Tooltip: { colorBgSpotlight: isDark ? '#2b3b41' : '#1c3138' },
      Segmented: { trackBg: colours.sunken, itemSelectedBg: isDark ? '#26373d' : colours.surface },
    },
  }
}
