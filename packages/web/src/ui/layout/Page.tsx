import { Flex, type TabsProps } from 'antd'
import type { ReactNode } from 'react'
import { usePageTitle } from '../../base/use-page-title.ts'
import { Tabs } from '../antd/Tabs.tsx'
import styles from './Page.module.css'

export type PageTabs = Pick<TabsProps, 'activeKey' | 'onChange' | 'items'>

interface PageProps {
  title: string
  /** Parts of the page to choose between, shown beside the title. */
  tabs?: PageTabs
  actions?: ReactNode
  /** The way back, where the page is below another. */
  back?: ReactNode
  /** The content may be higher than the window: then the page scrolls as a whole. */
  isTall?: boolean
  children: ReactNode
}

/** A page with a heading, its tabs and actions, and content that takes the remaining height. */
export function Page({ title, tabs, actions, back, isTall = false, children }: PageProps) {
  usePageTitle(title)
  return (
    <div
      className={`${styles.page} tw-column tw-full-height tw-gap-16 tw-shrink-down`}
      data-testid="page"
      data-print="flow"
      data-tall={isTall}
      data-tabs={Boolean(tabs)}
    >
      <header className={`${styles.head} tw-row tw-rigid tw-gap-12`}>
        {back}
        <h1>{title}</h1>
        {tabs && <Tabs className={styles.tabs!} {...tabs} />}
        {actions && (
          <Flex gap={8} className="tw-push">
            {actions}
          </Flex>
        )}
      </header>
      {children}
    </div>
  )
}
