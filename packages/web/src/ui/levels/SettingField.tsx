import type { SettingOrigin } from '@trackway/core/features/track-settings/setting-levels.ts'
import { Flex, InputNumber, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { originText } from './origin-text.ts'

interface SettingFieldProps {
  label: string
  unit: string
  /** Undefined: inherited; null: off here. */
  own: number | null | undefined
  /** Null: off. */
  inherited: number | null
  origin: SettingOrigin | undefined
  min: number
  max: number
  /** What is proposed where nothing is inherited. */
  usual: number
  /** It cannot be off by itself. */
  isNeeded?: boolean
  onChange: (own: number | null | undefined) => void
}

/** A limit: inherited, with its value and from where; set here; or off here. */
export function SettingField(props: SettingFieldProps) {
  const { label, unit, own, inherited, origin, min, max, usual, isNeeded = false, onChange } = props
  const { t, format } = useTexts()
  const { isDemo } = useUser()
  const kind = own === undefined ? 'inherited' : own === null ? 'off' : 'own'
  const kinds = (['inherited', 'own', 'off'] as const).filter((each) => each !== 'off' || !isNeeded)
  const choose = (chosen: typeof kind) => {
    if (chosen === 'inherited') onChange(undefined)
    else onChange(chosen === 'off' ? null : (inherited ?? usual))
  }
  return (
    <SettingLine
      label={label}
      note={t('ui.level.inherited', {
        value: inherited === null ? t('ui.level.off') : `${format.decimal(inherited)} ${unit}`,
        origin: originText(t, origin),
      })}
    >
      <Segmented
        disabled={isDemo}
        aria-label={t('ui.level.kindOf', { name: label })}
        value={kind}
        options={kinds.map((value) => ({ value, label: t(`ui.level.kind.${value}`) }))}
        onChange={choose}
      />
      <InputNumber<number>
        style={{ width: 130 }}
        suffix={unit}
        min={min}
        max={max}
        disabled={isDemo || kind !== 'own'}
        aria-label={label}
        value={own === undefined ? inherited : own}
        onChange={(value) => value !== null && onChange(value)}
      />
    </SettingLine>
  )
}

interface SettingLineProps {
  label: string
  note: string
  children: ReactNode
}

/** What a setting is called, what it inherits, and beside that what it is set to. */
export function SettingLine({ label, note, children }: SettingLineProps) {
  return (
    <Flex gap={8} align="center" wrap>
      <Flex vertical style={{ flex: '1 1 200px' }}>
        <span>{label}</span>
        <small className="tw-faint">{note}</small>
      </Flex>
      {children}
    </Flex>
  )
}
