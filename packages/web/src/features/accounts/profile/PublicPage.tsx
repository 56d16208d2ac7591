import { Link } from '@tanstack/react-router'
import { Flex } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Brand } from '../../../ui/Logo.tsx'

/** A page for whoever opened a link in a mail. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Flex component="main" vertical gap={24} align="center" justify="center" className="tw-window tw-padded">
      <Brand size={36} />
      <h1>{title}</h1>
      <div className="tw-column tw-full-width tw-gap-16" style={{ maxWidth: 400 }}>
        {children}
      </div>
      <Link to="/login">{t('profile.toLogin')}</Link>
    </Flex>
  )
}
