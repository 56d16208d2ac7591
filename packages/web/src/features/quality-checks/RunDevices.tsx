import { RedoOutlined } from '@ant-design/icons'
import {
  type QualityResult,
  type QualityState,
  qualityCheckCalls,
} from '@trackway/core/features/quality-checks/calls.ts'
import type { DeviceTask } from '@trackway/core/features/tasks/calls.ts'
import { Alert, Pagination } from 'antd'
import { useEffect, useState } from 'react'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useNow } from '../../base/use-now.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Toolbar } from '../../ui/layout/Toolbar.tsx'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { LabelButton } from '../labels/LabelButton.tsx'
import { readRows } from '../labels/read-rows.ts'
import { TaskActions } from '../tasks/TaskActions.tsx'
import { useTask } from '../tasks/use-task.ts'
import { CheckedDevice } from './CheckedDevice.tsx'
import styles from './quality-checks.module.css'
import type { ScanOutcome } from './use-bench.ts'
import { goingMs, useRunDevices, useVerdictSounds } from './use-run-devices.ts'
import { useRunKeys } from './use-run-keys.ts'

const filters = ['all', 'open', 'passed', 'failed'] as const
export type RunFilter = (typeof filters)[number]

const countOf = ({ total, counts }: DeviceTask, filter: RunFilter): number => {
  switch (filter) {
    case 'all':
      return total
    case 'open':
      return counts.queued + counts.waiting + counts.offered + counts.running
    case 'passed':
      return counts.done
    case 'failed':
      return counts.failed
  }
}

/** The devices of a run, the last scanned first, each with its checks as they turn green. */
export function RunDevices({ run, scanned }: { run: number; scanned: ScanOutcome | null }) {
  const { t, toText } = useTexts()
  const { act, isBusy } = useAction()
  const [filter, setFilter] = useState<RunFilter>('all')
  const [page, setPage] = useState(1)
  /** The device that the keys are about; null: the first one. */
  const [chosen, setChosen] = useState<string | null>(null)
  const now = useNow(goingMs)
  const { data: task, error } = useTask(run, goingMs)
  useVerdictSounds(task)
  const { rows, total, pageSize } = useRunDevices(run, {
    state: filter === 'all' ? undefined : (filter satisfies QualityState),
    page,
    scanned: chosen,
    isGoing: task !== undefined && countOf(task, 'open') > 0,
  })
  const turn = (next: { filter?: RunFilter; page?: number; chosen?: string | null }) => {
    setFilter(next.filter ?? filter)
    setPage(next.page ?? 1)
    setChosen(next.chosen ?? null)
  }
  // What was scanned is in sight, wherever one looked before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each scan
  useEffect(() => {
    if (scanned?.isOne) turn({ filter: 'all', chosen: scanned.code })
  }, [scanned])
  const onFilter = () => turn({ filter: filter === 'failed' ? 'all' : 'failed' })
  const selected = chosen === null ? rows?.[0] : rows?.find(({ terminalID }) => terminalID === chosen)
  const retest = (device: QualityResult | undefined) =>
    act(async () => {
      if (device === undefined) return
      const { retried } = await api(qualityCheckCalls.retest, {
        taskId: run,
        terminalIDs: [device.terminalID],
      })
      await reread('task', 'qualityCheck')
      return retried > 0 ? t('qualityChecks.retested', { id: device.terminalID }) : undefined
    })
  useRunKeys({
    onMove: (by) => {
      const all = rows ?? []
      const at = all.findIndex(({ terminalID }) => terminalID === selected?.terminalID)
      setChosen(all[Math.max(0, Math.min(all.length - 1, at + by))]?.terminalID ?? null)
    },
    onPage: (by) => {
      const next = page + by
      if (next >= 1 && next <= Math.ceil(total / pageSize)) turn({ page: next })
    },
    onFilter,
  })
  if (error) return <Alert type="error" showIcon title={toText(error)} className="tw-inset-on-phone" />
  if (task === undefined) return <ContentLoading />
  const about = rows?.[0]
  return (
    <>
      <Toolbar end={<TaskActions task={task} onChanged={() => reread('qualityCheck')} />}>
        <Pills
          label={t('qualityChecks.states')}
          chosen={filter}
          onChoose={(next) => turn({ filter: next })}
          pills={filters.map((key) => ({
            key,
            label: t(`qualityChecks.filter.${key}`),
            count: countOf(task, key),
          }))}
        />
        <LabelButton
          read={() => readPassed(run)}
          reason={task.counts.done === 0 ? t('qualityChecks.noPassed') : null}
          shortcut="F8"
        />
        <ActionButton
          icon={<RedoOutlined />}
          loading={isBusy}
          disabled={selected === undefined || selected.state === 'open'}
          aria-keyshortcuts="F2"
          onClick={() => void retest(selected)}
        >
          {t('qualityChecks.retest')} <kbd className="tw-not-on-phone">F2</kbd>
        </ActionButton>
      </Toolbar>
      <div className="tw-row tw-wrap tw-gap-12 tw-inset-on-phone">
        <strong>
          {[
            task.name || t('tasks.one', { kind: t('reports.taskKind.qualityCheck'), id: run }),
            about?.batch,
            about?.station,
          ]
            .filter(Boolean)
            .join(' · ')}
        </strong>
        <span className="tw-muted tw-not-on-phone">{t('qualityChecks.keysNote')}</span>
      </div>
      {rows === undefined ? (
        <ContentLoading />
      ) : rows.length === 0 ? (
        <EmptyState title={t('qualityChecks.none')} />
      ) : (
        <ul
          className={`${styles.devices} tw-scroll tw-inset-on-phone`}
          aria-label={t('qualityChecks.devices')}
        >
          {rows.map((device) => (
            <CheckedDevice
              key={device.terminalID}
              device={device}
              isSelected={device.terminalID === selected?.terminalID}
              now={now}
              onSelect={() => setChosen(device.terminalID)}
            />
          ))}
        </ul>
      )}
      {total > pageSize && (
        <Pagination
          current={page}
          pageSize={pageSize}
          total={total}
          showSizeChanger={false}
          onChange={(next) => turn({ page: next })}
        />
      )}
    </>
  )
}

/** Labels are for devices that passed: those of the run, in the order they were scanned. */
async function readPassed(run: number): Promise<string[]> {
  const rows = await readRows<QualityResult>(qualityCheckCalls.find, {
    taskId: run,
    attempt: 'run',
    state: 'passed',
  })
  return rows.map(({ terminalID }) => terminalID).reverse()
}
