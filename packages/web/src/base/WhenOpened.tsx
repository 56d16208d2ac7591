import { type ReactNode, Suspense, useState } from 'react'

/** Mounts its children when it is first opened, so that they load only then; they stay mounted for the closing animation. */
export function WhenOpened({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [hasOpened, setHasOpened] = useState(isOpen)
  if (isOpen && !hasOpened) setHasOpened(true)
  return hasOpened ? <Suspense>{children}</Suspense> : null
}
