import { type TyreLayoutName, tyreLayout } from '@trackway/core/features/tyres/layouts.ts'
import type { AxleLimits } from '@trackway/core/features/tyres/tyre-settings.ts'
import { Button, Flex, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { SettingLine, SettingSource } from '../../ui/levels/SettingRow.tsx'
import type { SettingControl } from '../../ui/levels/SettingRows.tsx'

/** Which pressures are right: of all axles alike where the layout is not known, else of each. */
export function AxleLimitsField({ label, origin, values, onChange, ...limits }: SettingControl) {
  const { t } = useTranslation()
  const { isDemo } = useUser()
  /** Undefined: inherited; none: off here. */
  const own = limits.own as readonly AxleLimits[] | undefined
  const inherited = limits.inherited as readonly AxleLimits[]
  const layout = values.layout as TyreLayoutName | null
  const count = layout === null ? 1 : tyreLayout(layout).axles.length
  const ofAxle = (axles: readonly AxleLimits[], at: number) =>
    axles[Math.min(at, axles.length - 1)] ?? noLimits
  const all = (from: readonly AxleLimits[]) => Array.from({ length: count }, (_, at) => ofAxle(from, at))
  const source = own === undefined ? 'inherited' : own.length === 0 ? 'off' : 'own'
  const usual = () => {
    const [lowKpa, highKpa] = tyreLayout(layout ?? 'car').usualKpa[0]!
    return all([{ lowKpa, highKpa }])
  }
  const startWith = () => (inherited.length > 0 ? all(inherited) : usual())
  const inWords = inherited.map(({ lowKpa, highKpa }) => `${lowKpa ?? ''}–${highKpa ?? ''} kPa`).join(', ')
  return (
    <>
      <SettingLine
        label={label}
        inherited={inWords || t('ui.level.kind.off')}
        origin={origin}
        isOwn={own !== undefined}
      >
        <SettingSource
          label={label}
          none={t('ui.level.kind.off')}
          source={source}
          onChange={(to) => onChange(to === 'inherited' ? undefined : to === 'off' ? [] : startWith())}
        />
        <Button
          className="tw-width-130"
          disabled={isDemo || source !== 'own' || layout === null}
          onClick={() => onChange(usual())}
        >
          {t('tyres.usual')}
        </Button>
      </SettingLine>
      {source === 'own' &&
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
                  className="tw-width-130"
                  suffix="kPa"
                  disabled={isDemo}
                  aria-label={`${name}: ${t(`tyres.settings.field.${key}`)}`}
                  placeholder={t(`tyres.settings.field.${key}`)}
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
