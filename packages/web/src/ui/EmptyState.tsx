import { Flex } from 'antd'
import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  title: string
  text?: string
  picture?: ReactNode
  /** What to do about it. */
  action?: ReactNode
  /** It is all the page has to say, so its title is the page's heading. */
  isPage?: boolean
}

/** Shown in place of an empty list: that there is nothing, and what to do about it. */
export function EmptyState({ title, text, picture, action, isPage = false }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className={`${styles.empty} tw-grid`} data-testid="empty">
      {picture}
      <Heading>{title}</Heading>
      {text && <p className="tw-muted">{text}</p>}
      {action && (
        <Flex gap={8} className="tw-gap-above-8">
          {action}
        </Flex>
      )}
    </div>
  )
}
