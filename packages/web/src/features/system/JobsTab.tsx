import { ReloadOutlined, StopOutlined } from '@ant-design/icons'
import { type Job, jobCalls, jobList } from '@trackway/core/features/jobs/calls.ts'
import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'

const isUnderWay = ({ state }: Job) => state === 'queued' || state === 'running'
const rowActions: readonly RowAction<Job>[] = [
  {
    label: 'system.job.retry',
    icon: <ReloadOutlined />,
    call: jobCalls.retry,
    isFor: ({ state }) => state === 'failed' || state === 'cancelled',
    done: 'system.job.retried',
  },
  {
    label: 'system.job.cancel',
    icon: <StopOutlined />,
    call: jobCalls.cancel,
    isFor: isUnderWay,
    isDangerous: true,
    confirm: { text: 'system.job.cancelText', ok: 'system.job.cancelOk' },
    done: 'system.job.cancelled',
  },
]

/** Work beside calls, with what became of it. */
export function JobsTab() {
  const { t } = useTranslation()
  return (
    <ListScreen
      list={jobList}
      rowActions={rowActions}
      refetchMs={(jobs) => (jobs.some(isUnderWay) ? 2_000 : 15_000)}
      cells={{
        progress: (job) =>
          job.state === 'running' && job.total ? (
            <Progress
              percent={Math.round((job.done / job.total) * 100)}
              size="small"
              className="tw-width-130"
              aria-label={t('reports.jobState.running')}
            />
          ) : (
            <span className="tw-number">{job.total ? `${job.done} / ${job.total}` : '–'}</span>
          ),
      }}
    />
  )
}
