import type { CommandState } from '@trackway/core/features/commands/command-states.ts'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'

const colours: Record<CommandState, string> = {
  queued: 'default',
  sent: 'processing',
  acknowledged: 'blue',
  confirmed: 'success',
  failed: 'error',
  expired: 'warning',
  cancelled: 'default',
}

/** How far a command has come: colour and word. */
export function CommandStateTag({ state }: { state: CommandState }) {
  const { t } = useTranslation()
  return (
    <Tag color={colours[state]} className="tw-flat">
      {t(`reports.commandState.${state}`)}
    </Tag>
  )
}
