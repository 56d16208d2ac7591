import { ArrowLeftOutlined } from '@ant-design/icons'
import { createLink, type LinkProps, useCanGoBack, useRouter } from '@tanstack/react-router'
import { Button } from 'antd'
import type { MouseEvent } from 'react'

const LinkButton = createLink(Button)

interface BackLinkProps {
  to: NonNullable<LinkProps['to']>
  /** Where it leads: the name of that page. */
  label: string
  /** Leads to where the page was opened, with what was filtered and chosen there; to `to` where it was opened by a link. */
  isHistory?: boolean
}

/** The way back, before the heading of a page that is below another. */
export function BackLink({ to, label, isHistory = false }: BackLinkProps) {
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  const back = (event: MouseEvent) => {
    if (!isHistory || !canGoBack || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    history.back()
  }
  return (
    <LinkButton color="default" variant="text" icon={<ArrowLeftOutlined />} to={to as never} onClick={back}>
      {label}
    </LinkButton>
  )
}
