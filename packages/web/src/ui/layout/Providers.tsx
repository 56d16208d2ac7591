import { QueryClientProvider } from '@tanstack/react-query'
import { App as AntdApp, ConfigProvider } from 'antd'
import { lazy, type ReactNode, useLayoutEffect } from 'react'
import { useLanguage } from '../../base/language.ts'
import { queryClient } from '../../base/queries/query-client.ts'
import { antdTheme } from '../../base/theme/antd-theme.ts'
import { applyTheme, useIsDark } from '../../base/theme/theme.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { WhenOpened } from '../../base/WhenOpened.tsx'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { useConfirmation } from '../form/confirm.ts'

/** The providers around every screen: theme, language of antd, messages, confirmations, queries. */
export function Providers({ children }: { children: ReactNode }) {
  const isDark = useIsDark()
  const isPhone = useIsPhone()
  const antdLocale = useLanguage((state) => state.antdLocale)
  useLayoutEffect(() => applyTheme(isDark), [isDark])

  return (
    <ConfigProvider
      theme={antdTheme(isDark)}
      button={{ autoInsertSpace: false }}
      componentSize={isPhone ? 'large' : 'medium'}
      {...(antdLocale && { locale: antdLocale })}
    >
      <AntdApp component={false} message={{ maxCount: 3 }}>
        <QueryClientProvider client={queryClient}>
          <ErrorBoundary>
            {children}
            <ConfirmHost />
          </ErrorBoundary>
        </QueryClientProvider>
      </AntdApp>
    </ConfigProvider>
  )
}

const ConfirmDialog = lazy(async () => ({
  default: (await import('../form/ConfirmDialog.tsx')).ConfirmDialog,
}))

/** Draws the open confirmation; mounted once, at the root of the page. */
function ConfirmHost() {
  const isOpen = useConfirmation(({ confirmation }) => confirmation !== null)
  return (
    <WhenOpened isOpen={isOpen}>
      <ConfirmDialog />
    </WhenOpened>
  )
}
