import { noticeCalls } from '@trackway/core/features/notices/calls.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../base/language.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { recall, remember } from '../../base/stored.ts'
import { useFormat } from '../../base/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { noticesAtSignIn } from './notices-at-sign-in.ts'

const refetchMs = 60_000

/** What the platform has to say to everybody: banners, and dialogs once a session of the browser. */
export function Notices() {
  const { t } = useTranslation()
  const format = useFormat()
  const language = useLanguage((state) => state.language)
  const [closed, setClosed] = useState<readonly number[]>(() => readIds(recall('seenNotices')))
  const { data } = useCall(
    ['notices', language],
    noticeCalls.current,
    {},
    {
      initialData: () => noticesAtSignIn(language)?.notices,
      initialDataUpdatedAt: () => noticesAtSignIn(language)?.readTime,
      staleTime: refetchMs,
      refetchInterval: refetchMs,
    },
  )
  const close = (id: number) => {
    const ids = [...closed, id]
    remember('seenNotices', ids)
    setClosed(ids)
  }
  const open = data?.list.filter(({ id }) => !closed.includes(id)) ?? []
  const dialog = open.find(({ form }) => form === 'dialog')
  return (
    <>
      {open
        .filter(({ form }) => form === 'banner')
        .map(({ id, text }) => (
          <Alert
            key={id}
            type="info"
            banner
            closable={{ onClose: () => close(id) }}
            title={text}
            role="status"
          />
        ))}
      <Dialog
        open={dialog !== undefined}
        title={t('app.notice.title')}
        width={480}
        onCancel={() => dialog && close(dialog.id)}
        footer={
          <Button type="primary" onClick={() => dialog && close(dialog.id)}>
            {t('app.notice.ok')}
          </Button>
        }
      >
        <p className="tw-pre-wrap">{dialog?.text}</p>
        {dialog && (
          <p className="tw-muted tw-small">
            {t('app.notice.until', { until: format.minute(dialog.untilTime) })}
          </p>
        )}
      </Dialog>
    </>
  )
}

function readIds(stored: unknown): number[] {
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : []
}
