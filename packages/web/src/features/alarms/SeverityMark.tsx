import { ExclamationCircleOutlined, InfoCircleOutlined, WarningFilled } from '@ant-design/icons'
import type { AlarmSeverity } from '@trackway/core/codes/alarms.ts'
import { useTranslation } from 'react-i18next'

const icons = { critical: WarningFilled, warning: ExclamationCircleOutlined, notice: InfoCircleOutlined }
const colours = { critical: 'tw-danger', warning: 'tw-warning', notice: 'tw-muted' }

/** How grave an alarm is, by colour and by shape. */
export function SeverityMark({ severity }: { severity: AlarmSeverity }) {
  const { t } = useTranslation()
  const Icon = icons[severity]
  const label = t(`reports.alarmSeverity.${severity}`)
  return <Icon role="img" aria-label={label} title={label} className={colours[severity]} />
}
