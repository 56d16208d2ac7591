import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTyping } from '../../ui/keys/is-typing.ts'
import { useKeyTables } from '../../ui/keys/key-tables.ts'
import { usePageEvent } from '../../ui/keys/use-page-event.ts'
import type { MenuSection } from './menu.ts'
import { useMenuSearch } from './use-menu-search.ts'

/** A letter later than this after `g` is a key of the screen. */
const goWithinMs = 1_500

/** The keys of every screen: `g` and a letter for a section of the menu, `?` for all that there are. */
export function useShellKeys(menu: readonly MenuSection[]) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const searchOf = useMenuSearch()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const goUntil = useRef(0)

  useEffect(() => {
    useKeyTables.setState({
      general: [
        { text: t('search.field'), keys: ['/', 'Ctrl + K'] },
        ...menu.map(({ label, key }) => ({ text: t(label), keys: ['G', key.toUpperCase()] })),
        { text: t('ui.keys.help'), keys: ['?'] },
      ],
    })
  }, [menu, t])

  // Before the screen, of which the letter may be a key, too.
  usePageEvent(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isInDialog(event))
        return
      const key = event.key.toLowerCase()
      const section = menu.find((each) => each.key === key)
      const isGoing = event.timeStamp < goUntil.current
      goUntil.current = key === 'g' && !isGoing ? event.timeStamp + goWithinMs : 0
      if (!isGoing || !section) return
      event.preventDefault()
      event.stopPropagation()
      void navigate({ to: section.path, search: searchOf(section.path) } as never)
    },
    true,
  )
  // After the screen, which may have a dialog of its own.
  usePageEvent('keydown', (event) => {
    if (event.key !== '?' || event.defaultPrevented || isTyping(event.target) || isInDialog(event)) return
    event.preventDefault()
    setIsHelpOpen(true)
  })
  return { isHelpOpen, closeHelp: () => setIsHelpOpen(false) }
}

function isInDialog({ target }: Event): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=menu]') !== null
}
