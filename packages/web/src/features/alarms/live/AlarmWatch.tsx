import { useNavigate, useRouterState } from '@tanstack/react-router'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { useEffect, useRef } from 'react'
import { useCan, useSession } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { alarmTitle } from '../alarm-name.ts'
import { AlarmReader } from './alarm-reader.ts'
import { playAlarm, restoreAlarmSound } from './alarm-sound.ts'
import { restoreNotices, showNotice } from './desktop-notice.ts'
import { gravest, showToasts, useRecentAlarms } from './recent-alarms.ts'

/** Watches warnings and critical alarms on every screen: sound, toasts, notices of the system, and the number of unread ones before the title. */
export function AlarmWatch() {
  const token = useSession((session) => session.token)
  const canSeeAlarms = useCan('main:alarms') && token !== null
  if (!canSeeAlarms) return null
  return <Watch key={token} token={token} />
}

function Watch({ token }: { token: string }) {
  const { t, format } = useTexts()
  const navigate = useNavigate()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const unread = useRecentAlarms((state) => state.unread)
  useTitleCount(unread)

  const isInCentre = path.startsWith('/index/alarms')
  const announce = (fresh: readonly AlarmEpisode[]) => {
    const most = gravest(fresh)!
    playAlarm(most.severity)
    // Critical ones are pinned on every screen, and the alarm centre lists the others anyway.
    if (!isInCentre) showToasts(fresh.filter(({ severity }) => severity !== 'critical'))
    showNotice({
      title: `${most.displayName}: ${alarmTitle(most, t, format)}`,
      text:
        fresh.length > 1 ? t('alarms.more', { count: fresh.length - 1 }) : format.dateTime(most.startTime),
      tag: 'trackway-alarm',
      onClick: () => void navigate({ to: '/index/alarmsAll', search: { alarm: most.id } }),
    })
  }
  const latest = useRef(announce)
  latest.current = announce
  useEffect(() => {
    restoreAlarmSound()
    restoreNotices()
    const reader = new AlarmReader({ token, onFresh: (fresh) => latest.current(fresh) })
    return () => reader.close()
  }, [token])

  return null
}

const shownMost = 99
const mark = /^\(\d+\+?\) /

/** Puts a number before the title of the page, whichever screen sets that. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const put = () => {
      const bare = document.title.replace(mark, '')
      const shown = count > shownMost ? `${shownMost}+` : String(count)
      const title = count > 0 ? `(${shown}) ${bare}` : bare
      if (document.title !== title) document.title = title
    }
    put()
    // A screen sets its own title when it is opened.
    const observer = new MutationObserver(put)
    observer.observe(document.head, { subtree: true, childList: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = document.title.replace(mark, '')
    }
  }, [count])
}
