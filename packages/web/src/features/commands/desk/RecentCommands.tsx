import { commandCalls, commandList } from '@trackway/core/features/commands/calls.ts'
import { shownState } from '@trackway/core/features/commands/command-states.ts'
import { Collapse } from 'antd'
import { useEffect, useState } from 'react'
import { useCall } from '../../../base/queries/use-call.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { CommandProgress } from './CommandProgress.tsx'
import { CommandStateTag } from './CommandStateTag.tsx'

interface RecentCommandsProps {
  terminalIDs: readonly string[]
  /** The one that was sent last is open. */
  sentId: number | null
}

const shown = 10

/** The newest commands of these devices, each with how far it has come. */
export function RecentCommands({ terminalIDs, sentId }: RecentCommandsProps) {
  const { t, format } = useTexts()
  const [open, setOpen] = useState<string[]>([])
  const { data } = useCall(
    ['list', commandList.name, 'recent', ...terminalIDs],
    commandCalls.find,
    { terminalIDs: [...terminalIDs], pageSize: shown },
    { enabled: terminalIDs.length > 0 },
  )
  useEffect(() => {
    if (sentId !== null) setOpen([String(sentId)])
  }, [sentId])
  if (!data) return <ContentLoading />
  if (data.list.length === 0) return <p className="tw-muted">{t('commands.noneOfDevice')}</p>
  return (
    <Collapse
      size="small"
      activeKey={open}
      onChange={(keys) => setOpen([keys].flat())}
      items={data.list.map(({ id, code, state, replyClass, createTime, displayName }) => ({
        key: String(id),
        label: (
          <span>
            {t(`reports.command.${code}`)}
            {terminalIDs.length > 1 && ` · ${displayName}`}
            <span className="tw-small tw-muted"> · {format.dateTime(createTime)}</span>
          </span>
        ),
        extra: <CommandStateTag state={shownState({ state, replyClass })} />,
        children: <CommandProgress id={id} />,
      }))}
    />
  )
}
