import type { MoveState } from '@trackway/core/features/server-moves/move-states.ts'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'

const colours: Partial<Record<MoveState, string>> = {
  sent: 'processing',
  accepted: 'processing',
  left: 'success',
  arrived: 'success',
  cameBack: 'error',
  failed: 'error',
  skipped: 'warning',
}

/** How far a move has come, in its colour. */
export function MoveStateTag({ state }: { state: MoveState }) {
  const { t } = useTranslation()
  return <Tag color={colours[state] ?? 'default'}>{t(`reports.moveState.${state}`)}</Tag>
}
