import { lazy, Suspense } from 'react'
import { useKeyTables } from '../ui/keys/key-tables.ts'
import { useMenu } from './menu/use-menu.ts'
import { useShellKeys } from './menu/use-shell-keys.ts'

const KeysDialog = lazy(async () => ({ default: (await import('../ui/keys/KeysDialog.tsx')).KeysDialog }))

/** Listens to the keys of every screen, and shows which there are. */
export function ShellKeys() {
  const { menu } = useMenu()
  const { isHelpOpen, closeHelp } = useShellKeys(menu)
  const screen = useKeyTables((tables) => tables.screen)
  if (!isHelpOpen) return null
  return (
    <Suspense>
      <KeysDialog {...screen} onClose={closeHelp} />
    </Suspense>
  )
}
