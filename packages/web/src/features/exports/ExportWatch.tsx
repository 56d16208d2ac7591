import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ExportJob } from '@trackway/core/api/exports.ts'
import { App, Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../app/error-text.ts'
import { useCan } from '../../app/session.ts'
import { downloadExport, isUnderWay, unwatch, useWatched } from './export-watch.ts'
import { useExportProgress } from './use-exports.ts'

/** Says when a file is ready, or has failed, wherever its user is by then. */
export function ExportWatch() {
  const { t } = useTranslation()
  const { notification, message } = App.useApp()
  const client = useQueryClient()
  const toText = useErrorText()
  const mayList = useCan('main:stat_export')
  const ids = useWatched((state) => state.ids)
  const { data } = useExportProgress(ids)

  useEffect(() => {
    const finished = data?.list.filter((job) => ids.includes(job.id) && !isUnderWay(job)) ?? []
    for (const job of finished) {
      unwatch(job.id)
      if (job.state === 'cancelled') continue
      announce(job)
    }
    // What another window removed meanwhile is waited for no longer.
    for (const id of data ? ids : []) if (!data?.list.some((job) => job.id === id)) unwatch(id)
    if (finished.length > 0) void client.invalidateQueries({ queryKey: ['exports'] })

    function announce(job: ExportJob): void {
      const key = `export ${job.id}`
      const save = () =>
        downloadExport(job.id).then(
          () => notification.destroy(key),
          (error: unknown) => message.error(toText(error)),
        )
      if (job.state === 'done')
        notification.success({
          key,
          title: t('exports.ready'),
          description: job.fileName,
          duration: 0,
          actions: (
            <Button type="primary" size="small" onClick={() => void save()}>
              {t('exports.download')}
            </Button>
          ),
        })
      else
        notification.error({
          key,
          title: t('exports.failed'),
          description: t(`reports.failure.${job.failure ?? 'internal'}`),
          actions: mayList && (
            <Link
              to="/index/count/$tab"
              params={{ tab: 'countExport' }}
              onClick={() => notification.destroy(key)}
            >
              {t('exports.title')}
            </Link>
          ),
        })
    }
  }, [data, ids, client, notification, message, t, toText, mayList])

  return null
}
