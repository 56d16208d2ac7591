import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuEntry } from '../menu/menu.ts'
import { useMenu } from '../menu/use-menu.ts'
import { useMenuSearch } from '../menu/use-menu-search.ts'
import styles from './SectionNav.module.css'

/**
 * The screens of the section that is shown: a column with headings, or a strip above the screen where there is no room
 * for one. A section of one screen has none.
 */
export function SectionNav({ isStrip }: { isStrip: boolean }) {
  const { t } = useTranslation()
  const { place } = useMenu()
  const searchOf = useMenuSearch()
  const current = useRef<HTMLAnchorElement>(null)
  const path = place?.entry?.path
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is current comes into sight
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path, isStrip])
  if (!place || place.section.entries.length === 1) return null
  const { label, entries } = place.section

  return (
    <nav className={`${styles.nav} tw-surface`} data-strip={isStrip} aria-label={t(label)}>
      {groupsOf(entries).map(({ group, entries }) => (
        <div key={group ?? ''} className={styles.group}>
          {group !== null && (
            <p id={`section-${group}`} className={`${styles.heading} tw-label`}>
              {t(`app.menu.group.${group}`)}
            </p>
          )}
          <ul aria-labelledby={group === null ? undefined : `section-${group}`}>
            {entries.map((entry) => (
              <li key={entry.path}>
                <Link
                  {...(entry === place.entry && { ref: current, 'aria-current': 'page' as const })}
                  to={entry.path}
                  search={searchOf(entry.path)}
                  className={`${styles.link} tw-rounded`}
                  activeOptions={{ exact: true }}
                >
                  {t(entry.label)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** Entries below their headings, in the order in which headings come first. */
function groupsOf(entries: readonly MenuEntry[]) {
  const names = [...new Set(entries.map(({ group }) => group))]
  return names.map((group) => ({ group, entries: entries.filter((entry) => entry.group === group) }))
}
