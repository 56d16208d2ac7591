import { ClockCircleOutlined, StopOutlined } from '@ant-design/icons'
import { type CommandRecord, commandCalls, commandList } from '@trackway/core/features/commands/calls.ts'
import { commandStates, shownState } from '@trackway/core/features/commands/command-states.ts'
import { Button, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../base/session.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { ListScreen } from '../../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../../ui/list/RowActions.tsx'
import { CommandProgress, mayBeKept } from './CommandProgress.tsx'
import { CommandStateTag } from './CommandStateTag.tsx'
import { isRisky } from './risk.ts'
import { useLiveCommands } from './use-live-commands.ts'

const keep: RowAction<CommandRecord> = {
  label: 'commands.keep',
  icon: <ClockCircleOutlined />,
  call: commandCalls.findAndOffline,
  done: 'commands.kept',
}

const rowActions: readonly RowAction<CommandRecord>[] = [
  {
    label: 'commands.cancel',
    icon: <StopOutlined />,
    call: commandCalls.cancel,
    isFor: ({ state }) => state === 'queued',
    done: 'commands.cancelled',
  },
  { ...keep, isFor: (row) => mayBeKept(row) && !isRisky(row.code) },
  {
    ...keep,
    isFor: (row) => mayBeKept(row) && isRisky(row.code),
    confirm: {
      text: 'commands.riskText',
      ok: 'commands.sendAnyway',
      typed: ({ code, terminalID }) => (code === 'oilCut' ? terminalID : ''),
    },
  },
]

/** Of what was not sent yet: why, and how long it waits. */
const waitingList = {
  ...commandList,
  columns: commandList.columns.flatMap((column) => {
    if (['reply', 'sentTime', 'acknowledgeTime', 'confirmTime', 'endTime'].includes(column.key)) return []
    if (column.key === 'failure') return [{ ...column, name: 'heldBy' }]
    return [column.key === 'expireTime' ? { ...column, isOptional: false } : column]
  }),
}

interface CommandLogProps {
  terminalIDs?: readonly string[]
  /** Only what waits for its device. */
  isWaiting?: boolean
  tools?: ReactNode
}

/** Commands with what became of them; one opens its detail. */
export function CommandLog({ terminalIDs = [], isWaiting = false, tools }: CommandLogProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<CommandRecord['state'] | null>(null)
  const { isDemo } = useUser()
  const [isRecording, setIsRecording] = useState(false)
  const [shown, setShown] = useState<CommandRecord | null>(null)
  useLiveCommands()
  const states = isWaiting ? ['queued'] : state === null ? undefined : [state]
  return (
    <>
      <ListScreen
        list={isWaiting ? waitingList : commandList}
        given={{
          ...(terminalIDs.length > 0 && { terminalIDs: [...terminalIDs] }),
          ...(states && { states }),
        }}
        tools={
          <>
            {tools}
            {terminalIDs.length === 1 && !isWaiting && (
              <Button disabled={isDemo} onClick={() => setIsRecording(true)}>
                {t('commands.record')}
              </Button>
            )}
            {!isWaiting && (
              <Select
                allowClear
                popupMatchSelectWidth={false}
                aria-label={t('commands.states')}
                placeholder={t('commands.anyState')}
                value={state}
                onChange={(value: CommandRecord['state'] | undefined) => setState(value ?? null)}
                options={commandStates.map((value) => ({ value, label: t(`reports.commandState.${value}`) }))}
              />
            )}
          </>
        }
        rowActions={rowActions}
        cells={{
          state: (row) => <CommandStateTag state={shownState(row)} />,
        }}
        onOpen={setShown}
        {...(isWaiting && {
          empty: { title: t('commands.noneWaiting'), text: t('commands.noneWaitingText') },
        })}
      />
      <FormDialog
        call={commandCalls.saveLog}
        title={t('commands.recordTitle')}
        submitLabel={t('commands.save')}
        isOpen={isRecording}
        onClose={() => setIsRecording(false)}
        label={(name) => t(`command.field.${name}`)}
        initial={{ terminalID: terminalIDs[0] ?? '' }}
        fields={['content', 'backContent', 'sentTime']}
        rereads={['list']}
        done={() => t('commands.recordDone')}
      />
      <Dialog
        open={shown !== null}
        footer={null}
        width={520}
        title={shown && `${shown.displayName} · ${t(`reports.command.${shown.code}`)}`}
        onCancel={() => setShown(null)}
      >
        {shown && <CommandProgress id={shown.id} />}
      </Dialog>
    </>
  )
}
