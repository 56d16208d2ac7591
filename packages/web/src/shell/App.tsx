import { RouterProvider } from '@tanstack/react-router'
import { openOverScreen } from '../base/history-steps.ts'
import { Providers } from '../ui/layout/Providers.tsx'
import { RequestBar } from './bars/RequestBar.tsx'
import { router } from './router.tsx'
import { SessionWatch } from './SessionWatch.tsx'
import { parseSearch, stringifySearch } from './search-params.ts'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/noto-sans-khmer/wght.css'
import '@fontsource-variable/noto-sans-thai/wght.css'
import '@fontsource/noto-sans-myanmar/400.css'
import '@fontsource/noto-sans-myanmar/600.css'
import '../base/theme/fonts.css'

openOverScreen(router.history, { parse: parseSearch, stringify: stringifySearch })

export function App() {
  return (
    <Providers>
      <RequestBar />
      <RouterProvider router={router} />
      <SessionWatch />
    </Providers>
  )
}
