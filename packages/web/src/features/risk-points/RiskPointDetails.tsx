import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { type RiskPoint, riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import { Flex } from 'antd'
import { api } from '../../base/api.ts'
import { useUrlChange } from '../../base/history-steps.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ShapeIcon } from '../../map/area-screen/ShapeIcon.tsx'
import { SidePanel } from '../../map/area-screen/SidePanel.tsx'
import { sizeText } from '../../map/drawing/measure.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { confirm } from '../../ui/form/confirm.ts'
import { Facts } from '../../ui/layout/Facts.tsx'
import type { ZoneUrlState } from '../zones/url-state.ts'
import { InsideNow } from './InsideNow.tsx'
import { riskColour, riskPointQueries } from './use-risk-points.ts'

/** What is to be known of a risk point, and who is inside. */
export function RiskPointDetails({ point, onClose }: { point: RiskPoint; onClose: () => void }) {
  const { t, format } = useTexts()
  const change = useUrlChange<ZoneUrlState>()
  const { id, name } = point
  const remove = () =>
    confirm({
      title: t('map.areas.deleteOne', { name }),
      text: t('map.areas.deleteText'),
      okLabel: t('map.areas.delete'),
      onOk: async () => {
        await api(riskPointCalls.delete, { id })
        onClose()
        await reread(...riskPointQueries)
        return t('riskPoints.deleted', { name })
      },
    })
  const facts = [
    { label: t('reports.column.category'), value: t(`reports.riskCategory.${point.category}`) },
    { label: t('map.areas.size'), value: sizeText(point.area, format, t) },
    {
      label: t('riskPoints.minutes'),
      value: point.minutes === 0 ? t('riskPoints.atOnce') : format.duration(point.minutes * 60_000),
    },
    { label: t('reports.column.username'), value: point.username },
    { label: t('reports.column.createTime'), value: format.minute(point.createTime) },
  ]
  return (
    <SidePanel
      label={t('riskPoints.details', { name })}
      title={
        <>
          <ShapeIcon shape={point.area.shape} colour={riskColour} />
          <span className="tw-ellipsis">{name}</span>
        </>
      }
      onClose={onClose}
      footer={
        <>
          <ActionButton block danger icon={<DeleteOutlined />} onClick={remove}>
            {t('map.areas.delete')}
          </ActionButton>
          <ActionButton block type="primary" icon={<EditOutlined />} onClick={() => change({ edit: id })}>
            {t('map.areas.edit')}
          </ActionButton>
        </>
      }
    >
      <Flex vertical gap={14}>
        {point.note && <p>{point.note}</p>}
        <Facts facts={facts} />
        <InsideNow riskPointId={id} />
      </Flex>
    </SidePanel>
  )
}
