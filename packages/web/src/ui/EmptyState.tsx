import type { ReactNode } from 'react'
import './ui.css'

interface EmptyStateProps {
  title: string
  text?: string
  picture?: ReactNode
  /** What to do about it. */
  action?: ReactNode
  /** It is all the page has to say, so its title is the page's heading. */
  isPage?: boolean
}

/** Nothing to show, said kindly, and what to do about it. */
export function EmptyState({ title, text, picture, action, isPage = false }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className="tw-empty">
      {picture}
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {action && <div className="tw-empty-action">{action}</div>}
    </div>
  )
}
