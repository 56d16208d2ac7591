import { create } from 'zustand'
import { recall, remember } from '../../../base/stored.ts'
import { pathAtHost } from '../../../base/web-paths.ts'

/** `missing`: this browser, or a page that is not served by https, has no notices of the system. */
type NoticeState = 'missing' | NotificationPermission

interface Notices {
  state: NoticeState
  /** The user enabled them. */
  isOn: boolean
}

const stateNow = (): NoticeState =>
  'Notification' in globalThis && globalThis.isSecureContext ? Notification.permission : 'missing'

export const useNotices = create<Notices>(() => ({ state: stateNow(), isOn: false }))

/** Reads the choice of this browser, once its storage is open. */
export function restoreNotices(): void {
  useNotices.setState({ isOn: recall('alarmNotices') === true })
}

/** Switches notices of the system on, where the user permits them, or off. @returns the browser's permission */
export async function enableNotices(isOn: boolean): Promise<NoticeState> {
  const before = stateNow()
  const state = isOn && before === 'default' ? await Notification.requestPermission() : before
  remember('alarmNotices', isOn && state === 'granted')
  useNotices.setState({ state, isOn: isOn && state === 'granted' })
  return state
}

interface Notice {
  title: string
  text: string
  /** A later notice of the same tag takes the place of the earlier. */
  tag: string
  onClick: () => void
}

/** Shows a notice of the system, where they are enabled and the page is not in focus. */
export function showNotice({ title, text, tag, onClick }: Notice): void {
  const { state, isOn } = useNotices.getState()
  if (state !== 'granted' || !isOn || (!document.hidden && document.hasFocus())) return
  try {
    const notice = new Notification(title, { body: text, tag, icon: pathAtHost('/icon.svg') })
    notice.onclick = () => {
      window.focus()
      notice.close()
      onClick()
    }
  } catch {
    // Some browsers of phones show notices of service workers only.
  }
}
