import { UploadOutlined } from '@ant-design/icons'
import { createLink, useNavigate } from '@tanstack/react-router'
import { importKinds } from '@trackway/core/features/imports/kinds.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../../ui/layout/Page.tsx'
import { BatchResults } from './BatchResults.tsx'
import { BatchSend } from './BatchSend.tsx'

const LinkButton = createLink(Button)

/** One command to many devices. */
export function BatchSendScreen() {
  const navigate = useNavigate()
  return (
    <Both active="multipleCmd">
      <BatchSend
        onSent={(jobId) => void navigate({ to: '/index/device/multipleCmdSearch', search: { jobId } })}
      />
    </Both>
  )
}

/** What became of it (`multipleCmdSearch`). */
export function BatchResultsScreen() {
  return (
    <Both active="multipleCmdSearch">
      <BatchResults />
    </Both>
  )
}

const paths = ['multipleCmd', 'multipleCmdSearch'] as const

/** The two as tabs of one page; each has an address of its own. */
function Both({ active, children }: { active: (typeof paths)[number]; children: ReactNode }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Page
      title={t('commands.batch.title')}
      tabs={{
        activeKey: active,
        onChange: (key) => void navigate({ to: `/index/device/${key as (typeof paths)[number]}` }),
        items: paths.map((key) => ({ key, label: t(`commands.batch.tab.${key}`) })),
      }}
      actions={
        <LinkButton icon={<UploadOutlined />} to={importKinds.commandImport.path as never}>
          {t('reports.importKind.commandImport')}
        </LinkButton>
      }
    >
      {children}
    </Page>
  )
}
