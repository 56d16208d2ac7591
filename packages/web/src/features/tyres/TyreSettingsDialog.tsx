import type { OutputOf } from '@trackway/core/api/call.ts'
import { tyreCalls } from '@trackway/core/features/tyres/calls.ts'
import { type TyreLayoutName, tyreLayout, tyreLayoutNames } from '@trackway/core/features/tyres/layouts.ts'
import {
  type AxleLimits,
  type TyreSettingValues,
  tyreLimits,
} from '@trackway/core/features/tyres/tyre-settings.ts'
import { Button, Flex, InputNumber, Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import type { FieldValue } from '../../ui/form/field-value.ts'
import { type LevelDialogProps, LevelSettingsDialog } from '../../ui/levels/LevelSettingsDialog.tsx'
import { originText } from '../../ui/levels/origin-text.ts'
import { SettingField, SettingLine } from '../../ui/levels/SettingField.tsx'

type Settings = OutputOf<typeof tyreCalls.settings>
type Own = Partial<TyreSettingValues>

/** Layout and limits of an account, a type of its devices, or one vehicle. */
export function TyreSettingsDialog(props: LevelDialogProps) {
  return (
    <LevelSettingsDialog<Settings>
      {...props}
      find={tyreCalls.settings}
      set={tyreCalls.setSettings}
      texts="tyres.settings"
      width={680}
      control={(settings) => <LayoutAndLimits settings={settings} />}
      rereads={['tyres', 'list']}
    />
  )
}

function LayoutAndLimits({ settings, value, onChange }: FieldValue<Own> & { settings: Settings }) {
  const { t } = useTranslation()
  const { isDemo } = useUser()
  const { inherited, origins } = settings
  const own = value ?? {}
  const set = <Key extends keyof Own>(key: Key, to: Own[Key] | undefined) => {
    const { [key]: _, ...rest } = own
    onChange?.(to === undefined ? (rest as Own) : { ...rest, [key]: to })
  }
  const layoutName = (layout: TyreLayoutName | null) =>
    layout === null ? t('tyres.byWheels') : t(`tyres.layout.${layout}`)
  const layout = own.layout === undefined ? inherited.layout : own.layout
  return (
    <Flex vertical gap={12}>
      <SettingLine
        label={t('tyres.field.layout')}
        note={t('ui.level.inherited', {
          value: layoutName(inherited.layout),
          origin: originText(t, origins.layout),
        })}
      >
        <Select
          style={{ width: 258 }}
          disabled={isDemo}
          aria-label={t('tyres.field.layout')}
          value={own.layout === undefined ? 'inherited' : (own.layout ?? 'byWheels')}
          options={[
            { value: 'inherited', label: t('ui.level.kind.inherited') },
            { value: 'byWheels', label: t('tyres.byWheels') },
            ...tyreLayoutNames.map((name) => ({ value: name, label: layoutName(name) })),
          ]}
          onChange={(name: TyreLayoutName | 'inherited' | 'byWheels') =>
            set('layout', name === 'inherited' ? undefined : name === 'byWheels' ? null : name)
          }
        />
      </SettingLine>
      <Axles
        layout={layout}
        own={own.axles}
        inherited={inherited.axles}
        origin={originText(t, origins.axles)}
        onChange={(axles) => set('axles', axles)}
      />
      {(['temperatureHighC', 'leakPercent', 'leakMinutes'] as const).map((key) => (
        <SettingField
          key={key}
          label={t(`tyres.field.${key}`)}
          {...tyreLimits[key]}
          isNeeded={key === 'leakMinutes'}
          own={own[key]}
          inherited={inherited[key]}
          origin={origins[key]}
          onChange={(to) => set(key, to as number | undefined)}
        />
      ))}
    </Flex>
  )
}

interface AxlesProps {
  layout: TyreLayoutName | null
  /** Undefined: inherited; none: off here. */
  own: readonly AxleLimits[] | undefined
  inherited: readonly AxleLimits[]
  /** In words. */
  origin: string
  onChange: (axles: AxleLimits[] | undefined) => void
}

/** Which pressures are right: of all axles alike where the layout is not known, else of each. */
function Axles({ layout, own, inherited, origin, onChange }: AxlesProps) {
  const { t } = useTranslation()
  const { isDemo } = useUser()
  const count = layout === null ? 1 : tyreLayout(layout).axles.length
  const ofAxle = (axles: readonly AxleLimits[], at: number) =>
    axles[Math.min(at, axles.length - 1)] ?? noLimits
  const all = (from: readonly AxleLimits[]) => Array.from({ length: count }, (_, at) => ofAxle(from, at))
  const kind = own === undefined ? 'inherited' : own.length === 0 ? 'off' : 'own'
  const usual = () => {
    const [lowKpa, highKpa] = tyreLayout(layout ?? 'car').usualKpa[0]!
    return all([{ lowKpa, highKpa }])
  }
  const choose = (chosen: typeof kind) => {
    if (chosen === 'inherited') onChange(undefined)
    else if (chosen === 'off') onChange([])
    else onChange(inherited.length > 0 ? all(inherited) : usual())
  }
  const inWords = inherited.map(({ lowKpa, highKpa }) => `${lowKpa ?? ''}–${highKpa ?? ''} kPa`).join(', ')
  const label = t('tyres.field.axles')
  return (
    <>
      <SettingLine
        label={label}
        note={t('ui.level.inherited', { value: inWords || t('ui.level.off'), origin })}
      >
        <Segmented
          disabled={isDemo}
          aria-label={t('ui.level.kindOf', { name: label })}
          value={kind}
          options={(['inherited', 'own', 'off'] as const).map((each) => ({
            value: each,
            label: t(`ui.level.kind.${each}`),
          }))}
          onChange={choose}
        />
        <Button
          style={{ width: 130 }}
          disabled={isDemo || kind !== 'own' || layout === null}
          onClick={() => onChange(usual())}
        >
          {t('tyres.usual')}
        </Button>
      </SettingLine>
      {kind === 'own' &&
        all(own ?? []).map((limits, at) => {
          const name = count === 1 ? t('tyres.allAxles') : t('tyres.axle', { axle: at + 1 })
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an axle is its place
            <Flex key={at} gap={8} align="center" wrap>
              <span style={{ flex: '1 1 160px', paddingInlineStart: 12 }}>{name}</span>
              {(['lowKpa', 'highKpa'] as const).map((key) => (
                <InputNumber<number>
                  key={key}
                  min={20}
                  max={2_000}
                  style={{ width: 130 }}
                  suffix="kPa"
                  disabled={isDemo}
                  aria-label={`${name}: ${t(`tyres.field.${key}`)}`}
                  placeholder={t(`tyres.field.${key}`)}
                  value={limits[key]}
                  onChange={(value) =>
                    onChange(all(own ?? []).map((each, i) => (i === at ? { ...each, [key]: value } : each)))
                  }
                />
              ))}
            </Flex>
          )
        })}
    </>
  )
}

const noLimits: AxleLimits = { lowKpa: null, highKpa: null }
