import { useNavigate, useSearch } from '@tanstack/react-router'
import { commandBatchList, commandCalls } from '@trackway/core/features/commands/calls.ts'
import { Flex, Segmented } from 'antd'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { reread } from '../../../base/queries/query-client.ts'
import { useCall } from '../../../base/queries/use-call.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ListScreen } from '../../../ui/list/ListScreen.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { TaskActions } from '../../tasks/TaskActions.tsx'
import { TaskItems } from '../../tasks/TaskItems.tsx'
import { TaskProgress } from '../../tasks/TaskProgress.tsx'
import { useTask } from '../../tasks/use-task.ts'
import { CommandProgress } from '../desk/CommandProgress.tsx'
import { riskConfirmation } from '../desk/risk.ts'
import { StateGrid } from '../desk/StateGrid.tsx'
import { useLiveCommands } from '../desk/use-live-commands.ts'

/** What became of commands to many devices: their states, pause, retry of what failed, stop of what waits. */
export function BatchResults() {
  const navigate = useNavigate()
  const { jobId } = useSearch({ strict: false }) as { jobId?: number }
  useLiveCommands()
  const open = (id: number | undefined) =>
    void navigate({ to: '.', search: ((was: object) => ({ ...was, jobId: id })) as never })
  return (
    <>
      {jobId !== undefined && <OneBatch jobId={jobId} onClose={() => open(undefined)} />}
      <ListScreen
        list={commandBatchList}
        onOpen={(row) => open(row.jobId)}
        onSelect={(row) => open(row.jobId)}
        selected={jobId ?? null}
      />
    </>
  )
}

const views = ['grid', 'list'] as const
type View = (typeof views)[number]

function OneBatch({ jobId, onClose }: { jobId: number; onClose: () => void }) {
  const { t, toText } = useTexts()
  const [view, setView] = useState<View>('grid')
  const [open, setOpen] = useState<number | null>(null)
  const { data: task, error } = useTask(jobId)
  const { data } = useCall(['command', 'batch', jobId], commandCalls.batchStates, { jobId })
  const cells = data?.list ?? []
  const stop = async () => {
    const { cancelled } = await api(commandCalls.batchStop, { jobId })
    return t('commands.batch.stopped', { count: cancelled })
  }
  const retry = async () => {
    const { retried } = await api(commandCalls.batchRetry, { jobId })
    return t('commands.batch.retried', { count: retried })
  }
  /** A cut of the oil is asked for twice here as well. */
  const retryConfirmation = async () => {
    const failed = cells.filter(({ state }) => state === 'failed' || state === 'expired')
    const [one] = failed
    if (one === undefined) return null
    const { code } = await api(commandCalls.get, { id: one.id })
    return riskConfirmation(code, String(failed.length), t)
  }
  return (
    <Panel
      title={t('commands.batch.one', { id: jobId })}
      note={task && t(`reports.taskState.${task.state}`)}
      onClose={onClose}
      actions={
        task && (
          <TaskActions
            task={task}
            stop={stop}
            retry={retry}
            retryConfirmation={retryConfirmation}
            onChanged={() => reread(['command', 'batch'], 'list')}
          />
        )
      }
    >
      {error ? (
        <EmptyState title={toText(error)} />
      ) : task === undefined || data === undefined ? (
        <ContentLoading />
      ) : (
        <Flex vertical gap={12} className="tw-scroll tw-shrink-down">
          <TaskProgress task={task} />
          <div className="tw-rigid">
            <Segmented<View>
              value={view}
              onChange={setView}
              options={views.map((value) => ({ value, label: t(`commands.batch.view.${value}`) }))}
            />
          </div>
          {view === 'grid' ? (
            <StateGrid cells={cells} />
          ) : (
            <TaskItems
              task={task}
              onSelect={({ terminalID }) =>
                setOpen(cells.find((cell) => cell.terminalID === terminalID)?.id ?? null)
              }
            />
          )}
        </Flex>
      )}
      <Dialog open={open !== null} footer={null} width={480} onCancel={() => setOpen(null)}>
        {open !== null && <CommandProgress id={open} />}
      </Dialog>
    </Panel>
  )
}
