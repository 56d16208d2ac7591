import { RouterProvider } from '@tanstack/react-router'
import { Providers } from './Providers.tsx'
import { RequestBar } from './RequestBar.tsx'
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
