import { useQuery } from '@tanstack/react-query'
import { tyreCalls } from '@trackway/core/api/readings/tyres.ts'
import { type TyreLayoutName, tyreLayout, tyreLayoutNames } from '@trackway/core/tyres/layouts.ts'
import type { AxleLimits, TyreSettingValues } from '@trackway/core/tyres/tyre-settings.ts'
import { Alert, Button, Flex, InputNumber, Select, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { useErrorText } from '../../base/error-text.ts'
import { useUser } from '../../base/session.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { LevelChoice } from '../../ui/levels/LevelChoice.tsx'
import { type Level, useDevice } from '../../ui/levels/level.ts'

interface TyreSettingsDialogProps {
  isOpen: boolean
  onClose: () => void
  /** The device it is opened for; without one it is about accounts and types. */
  device?: { terminalID: string; name: string } | undefined
}

/** Layout and limits of an account, a type of its devices, or one vehicle. */
export function TyreSettingsDialog({ isOpen, onClose, device }: TyreSettingsDialogProps) {
  const { t } = useTranslation()
  const user = useUser()
  const toText = useErrorText()
  const detail = useDevice(isOpen ? device?.terminalID : undefined).data
  const [chosen, setLevel] = useState<Level | null>(null)
  const level: Level = chosen ?? (device ? { terminalID: device.terminalID } : { userId: user.id })
  const { data, error, isFetching } = useQuery({
    queryKey: ['tyres', 'settings', level],
    queryFn: ({ signal }) => api(tyreCalls.settings, level, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    enabled: isOpen,
  })
  const close = () => {
    setLevel(null)
    onClose()
  }
  return (
    <FormDialog
      call={tyreCalls.setSettings}
      title={device ? t('tyres.settingsOf', { name: device.name }) : t('tyres.settings')}
      submitLabel={t('tyres.save')}
      isOpen={isOpen}
      onClose={close}
      width={620}
      label={(name) => t(`tyres.field.${name}`)}
      initial={{ ...level, ...(data && { own: data.own }) }}
      fields={[
        <p key="intro" className="tw-muted">
          {t('tyres.settingsText')}
        </p>,
        <LevelChoice key="level" level={level} device={device} detail={detail} onLevel={setLevel} />,
        ...(error ? [<Alert key="error" type="error" showIcon title={toText(error)} />] : []),
        data && !isFetching ? (
          { name: 'own', label: '', control: <SettingFields inherited={data.inherited} /> }
        ) : (
          <Skeleton key="waiting" active={!error} paragraph={{ rows: 6 }} />
        ),
      ]}
      rereads={['tyres', 'list']}
      done={() => t('tyres.saved')}
    />
  )
}

type Own = Partial<TyreSettingValues>
interface SettingFieldsProps {
  inherited: TyreSettingValues
  value?: Own
  onChange?: (own: Own) => void
}

/** What is left empty is inherited, which stands in its place. */
function SettingFields({ inherited, value: own = {}, onChange }: SettingFieldsProps) {
  const { t } = useTranslation()
  const set = <Key extends keyof Own>(key: Key, value: Own[Key] | undefined) => {
    const { [key]: _, ...rest } = own
    onChange?.(value === undefined ? (rest as Own) : { ...rest, [key]: value })
  }
  const layout = own.layout ?? inherited.layout
  const axleCount = layout === null ? 1 : tyreLayout(layout).axles.length
  const axles = own.axles ?? []
  const setAxle = (at: number, limits: AxleLimits) => {
    const known = (i: number) => axles[Math.min(i, axles.length - 1)] ?? inherited.axles[i] ?? noLimits
    const next = Array.from({ length: axleCount }, (_, i) => (i === at ? limits : known(i)))
    set('axles', next.every((each) => each.lowKpa === null && each.highKpa === null) ? undefined : next)
  }
  const numbers = [
    ['temperatureHighC', '°C'],
    ['leakPercent', '%'],
    ['leakMinutes', t('tyres.minutes')],
  ] as const
  return (
    <Flex vertical gap={12}>
      <Field label={t('tyres.field.layout')}>
        <Select<TyreLayoutName>
          allowClear
          aria-label={t('tyres.field.layout')}
          style={{ width: 260 }}
          placeholder={
            inherited.layout === null ? t('tyres.byWheels') : t(`tyres.layout.${inherited.layout}`)
          }
          value={own.layout ?? null}
          options={tyreLayoutNames.map((name) => ({ value: name, label: t(`tyres.layout.${name}`) }))}
          onChange={(name: TyreLayoutName | undefined) => set('layout', name ?? undefined)}
        />
      </Field>
      {Array.from({ length: axleCount }, (_, at) => {
        const limits = axles[Math.min(at, axles.length - 1)] ?? noLimits
        const above = inherited.axles[Math.min(at, inherited.axles.length - 1)] ?? noLimits
        const name = axleCount === 1 ? t('tyres.allAxles') : t('tyres.axle', { axle: at + 1 })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an axle is its place
          <Field key={at} label={name}>
            {(['lowKpa', 'highKpa'] as const).map((key) => (
              <InputNumber<number>
                key={key}
                min={20}
                max={2_000}
                style={{ width: 130 }}
                suffix="kPa"
                aria-label={`${name}: ${t(`tyres.field.${key}`)}`}
                placeholder={above[key] === null ? t(`tyres.field.${key}`) : String(above[key])}
                value={limits[key]}
                onChange={(value) => setAxle(at, { ...limits, [key]: value })}
              />
            ))}
          </Field>
        )
      })}
      {layout !== null && (
        <div>
          <Button
            size="small"
            onClick={() => {
              const { usualKpa } = tyreLayout(layout)
              const [lowKpa, highKpa] = usualKpa[0]!
              set(
                'axles',
                Array.from({ length: axleCount }, () => ({ lowKpa, highKpa })),
              )
            }}
          >
            {t('tyres.usual')}
          </Button>
        </div>
      )}
      {numbers.map(([key, unit]) => (
        <Field key={key} label={t(`tyres.field.${key}`)}>
          <InputNumber<number>
            style={{ width: 130 }}
            suffix={unit}
            aria-label={t(`tyres.field.${key}`)}
            placeholder={inherited[key] === null ? t('tyres.off') : String(inherited[key])}
            value={own[key] ?? null}
            onChange={(value) => set(key, value ?? undefined)}
          />
        </Field>
      ))}
    </Flex>
  )
}

const noLimits: AxleLimits = { lowKpa: null, highKpa: null }

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Flex gap={8} align="center" wrap>
      <span style={{ flex: '1 1 180px' }}>{label}</span>
      {children}
    </Flex>
  )
}
