import { useTranslation } from 'react-i18next'
import { useRecentAlarms } from './recent-alarms.ts'
import styles from './UnreadBadge.module.css'

const shownMost = 99

/** How many alarms are unread, at the corner of an icon. */
export function UnreadBadge() {
  const { t } = useTranslation()
  const unread = useRecentAlarms((state) => state.unread)
  if (unread === 0) return null
  return (
    <span
      className={`${styles.badge} tw-bold tw-nowrap`}
      role="img"
      aria-label={t('alarms.unread', { count: unread })}
      // Drawn by the style: screen readers get the number in words.
      data-count={unread > shownMost ? `${shownMost}+` : unread}
    />
  )
}
