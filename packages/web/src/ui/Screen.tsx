import { type ReactNode, useEffect } from 'react'
import './ui.css'

interface ScreenProps {
  title: string
  /** A few words beside the title, such as a count. */
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A page with a heading, its actions, and content that takes the remaining height. */
export function Screen({ title, note, actions, children }: ScreenProps) {
  useEffect(() => {
    document.title = `${title} · Trackway`
    return () => {
      document.title = 'Trackway'
    }
  }, [title])

  return (
    <div className="tw-screen">
      <header className="tw-screen-head">
        <h1>{title}</h1>
        {note && <span className="tw-muted">{note}</span>}
        {actions && <div className="tw-screen-actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
