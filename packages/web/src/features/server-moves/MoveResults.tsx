import { ReloadOutlined } from '@ant-design/icons'
import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  type ServerMove,
  serverMoveCalls,
  serverMoveList,
} from '@trackway/core/features/server-moves/calls.ts'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { TaskPanel } from '../tasks/TaskPanel.tsx'
import { MoveStateTag } from './MoveStateTag.tsx'

/** All moves, and the task that one belongs to, which is paused, stopped and repeated there. */
export function MoveResults() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { task } = useSearch({ strict: false }) as { task?: number }
  const show = (id: number | undefined) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, task: id }) as never })
  const check = async (terminalID: string) => {
    await api(serverMoveCalls.check, { terminalIDs: [terminalID] })
    await reread('list')
    return t('serverMoves.checked')
  }
  return (
    <>
      {task !== undefined && <TaskPanel id={task} onClose={() => show(undefined)} />}
      <ListScreen
        list={serverMoveList}
        onSelect={({ taskId }: ServerMove) => show(taskId)}
        cells={{ state: ({ state }: ServerMove) => <MoveStateTag state={state} /> }}
        tools={
          task === undefined ? undefined : (
            <Button onClick={() => show(undefined)}>{t('serverMoves.allMoves')}</Button>
          )
        }
        rowActions={[
          {
            label: 'serverMoves.checkOf',
            icon: <ReloadOutlined />,
            call: serverMoveCalls.check,
            run: ({ terminalID }: ServerMove) => check(terminalID),
          },
        ]}
      />
    </>
  )
}
