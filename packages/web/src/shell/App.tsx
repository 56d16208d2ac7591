import { RouterProvider } from '@tanstack/react-router'
import { Providers } from '../ui/layout/Providers.tsx'
import { RequestBar } from './bars/RequestBar.tsx'
import { router } from './router.tsx'
import { SessionWatch } from './SessionWatch.tsx'

export function App() {
  return (
    <Providers>
      <RequestBar />
      <RouterProvider router={router} />
      <SessionWatch />
    </Providers>
  )
}
