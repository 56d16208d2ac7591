import {
  PauseCircleOutlined,
  ThunderboltOutlined,
  VerticalAlignBottomOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import type { BatteryPack } from '@trackway/core/features/batteries/calls.ts'
import { Flex, Tag } from 'antd'
import { useTranslation } from 'react-i18next'

const looks = {
  charging: { color: 'success', icon: <ThunderboltOutlined /> },
  discharging: { color: 'processing', icon: <VerticalAlignBottomOutlined /> },
  idle: { color: 'default', icon: <PauseCircleOutlined /> },
} as const

/** What a pack does, by colour, sign and word, and whether something is wrong with it. */
export function PackStateTag({ state, isFaulty }: { state: BatteryPack['state']; isFaulty: boolean }) {
  const { t } = useTranslation()
  return (
    <Flex gap={4} wrap>
      {state && <Tag {...looks[state]}>{t(`reports.packState.${state}`)}</Tag>}
      {isFaulty && (
        <Tag color="error" icon={<WarningOutlined />}>
          {t('batteries.faulty')}
        </Tag>
      )}
    </Flex>
  )
}
