import { expect, test } from 'vitest'
import { renderInApp } from '../testing/render.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'

test('says that the browser is offline, until it is online again', async () => {
  const screen = await renderInApp(<OfflineBanner />)
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument()
  dispatchEvent(new Event('offline'))
  await expect.element(screen.getByRole('status')).toHaveTextContent('You are offline')
  dispatchEvent(new Event('online'))
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument()
})
