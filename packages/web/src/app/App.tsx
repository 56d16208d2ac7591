import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { App as AntdApp, ConfigProvider } from 'antd'
import { useLayoutEffect } from 'react'
import { ConfirmHost } from '../ui/confirm.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { useLanguage } from './language.ts'
import { queryClient } from './query-client.ts'
import { RequestBar } from './RequestBar.tsx'
import { router } from './router.tsx'
import { SessionWatch } from './SessionWatch.tsx'
import { antdTheme, applyTheme, useIsDark } from './theme.ts'
import { useIsPhone } from './use-is-phone.ts'

export function App() {
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
            <RequestBar />
            <RouterProvider router={router} />
            <SessionWatch />
            <ConfirmHost />
          </ErrorBoundary>
        </QueryClientProvider>
      </AntdApp>
    </ConfigProvider>
  )
}
