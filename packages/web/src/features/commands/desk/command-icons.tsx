import {
  AimOutlined,
  BellOutlined,
  ControlOutlined,
  DashboardOutlined,
  FieldTimeOutlined,
  PhoneOutlined,
  PoweroffOutlined,
  SafetyOutlined,
  SearchOutlined,
  SettingOutlined,
} from '@ant-design/icons'
import type { CommandGroup } from '@trackway/core/commands/commands.ts'
import type { ComponentType } from 'react'

export const groupIcons: Record<CommandGroup, ComponentType> = {
  engine: PoweroffOutlined,
  query: SearchOutlined,
  reporting: FieldTimeOutlined,
  mode: ControlOutlined,
  alarm: BellOutlined,
  fence: AimOutlined,
  defence: SafetyOutlined,
  numbers: PhoneOutlined,
  tyre: DashboardOutlined,
  device: SettingOutlined,
}
