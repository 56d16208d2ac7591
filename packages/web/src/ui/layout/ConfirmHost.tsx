import { lazy } from 'react'
import { WhenOpened } from '../../base/WhenOpened.tsx'
import { useQuestion } from '../form/confirm.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../form/ConfirmDialog.tsx')).ConfirmDialog,
}))

/** Draws the question; stands once, at the root of the page. */
export function ConfirmHost() {
  const isAsked = useQuestion(({ question }) => question !== null)
  return (
    <WhenOpened isOpen={isAsked}>
      <ConfirmDialog />
    </WhenOpened>
  )
}
