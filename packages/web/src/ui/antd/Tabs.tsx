import { Tabs as AntdTabs, type TabsProps } from 'antd'
import { useEffect, useRef } from 'react'

/** Antd's tabs. Their list holds the tabs alone: antd counts the button for those that do not fit as one of them. */
export function Tabs(props: TabsProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const nav of box.current?.querySelectorAll('.ant-tabs-nav[role=tablist]') ?? []) {
      nav.removeAttribute('role')
      nav.removeAttribute('aria-orientation')
      nav.querySelector('.ant-tabs-nav-list')?.setAttribute('role', 'tablist')
    }
  })
  return (
    <div ref={box} className="tw-contents">
      <AntdTabs {...props} />
    </div>
  )
}
