import { AimOutlined, ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { busLimits } from '@trackway/core/features/bus/calls.ts'
import { Button, Input, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import type { DraftStop } from './line-draft.ts'

interface StopListProps {
  stops: readonly DraftStop[]
  chosen: number | null
  onChoose: (index: number) => void
  onChange: (stops: readonly DraftStop[]) => void
}

/** The stops in their order: their names and radii, moved up and down, taken away. */
export function StopList({ stops, chosen, onChoose, onChange }: StopListProps) {
  const { t } = useTranslation()
  const set = (index: number, part: Partial<DraftStop>) =>
    onChange(stops.map((stop, i) => (i === index ? { ...stop, ...part } : stop)))
  const move = (index: number, by: 1 | -1) => {
    const next = [...stops]
    const [stop] = next.splice(index, 1)
    next.splice(index + by, 0, stop!)
    onChange(next)
  }
  if (stops.length === 0) return <p className="tw-muted">{t('bus.route.noStops')}</p>
  return (
    <ol className="tw-column tw-gap-4">
      {stops.map((stop, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a new stop has nothing else, and order is what is edited
        <li key={i} className="tw-choice tw-row tw-gap-6 tw-rounded" aria-current={chosen === i}>
          <span className="tw-muted tw-number tw-rigid">{i + 1}</span>
          <Input
            aria-label={t('bus.route.stopName', { n: i + 1 })}
            defaultValue={stop.name}
            key={stop.name}
            maxLength={64}
            status={stop.name.trim() === '' ? 'error' : ''}
            onBlur={({ target }) => {
              const name = target.value.trim()
              if (name !== '' && name !== stop.name) set(i, { name })
            }}
            onPressEnter={({ currentTarget }) => currentTarget.blur()}
          />
          <InputNumber
            aria-label={t('bus.route.stopRadius', { name: stop.name })}
            title={t('bus.route.stopRadius', { name: stop.name })}
            value={stop.radiusM}
            min={busLimits.radiusMinM}
            max={busLimits.radiusMaxM}
            step={5}
            suffix="m"
            controls={false}
            className="tw-rigid tw-width-72"
            onChange={(radiusM) => radiusM !== null && set(i, { radiusM })}
          />
          <Button
            type="text"
            size="small"
            icon={<AimOutlined />}
            aria-label={t('bus.route.showStop', { name: stop.name })}
            onClick={() => onChoose(i)}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowUpOutlined />}
            disabled={i === 0}
            aria-label={t('bus.route.stopUp', { name: stop.name })}
            onClick={() => move(i, -1)}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowDownOutlined />}
            disabled={i === stops.length - 1}
            aria-label={t('bus.route.stopDown', { name: stop.name })}
            onClick={() => move(i, 1)}
          />
          <Button
            type="text"
            size="small"
            danger
            icon={<DeleteOutlined />}
            aria-label={t('bus.route.removeStop', { name: stop.name })}
            onClick={() => onChange(stops.filter((_, at) => at !== i))}
          />
        </li>
      ))}
    </ol>
  )
}
