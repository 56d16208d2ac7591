import { type ReactNode, Suspense, useState } from 'react'

/** Draws, from the first time it is opened on, what is loaded only then; it stays to close gently. */
export function WhenOpened({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [hasOpened, setHasOpened] = useState(isOpen)
  if (isOpen && !hasOpened) setHasOpened(true)
  return hasOpened ? <Suspense>{children}</Suspense> : null
}
