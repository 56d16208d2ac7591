import { useQuery } from '@tanstack/react-query'
import type { Call, InputOf } from '@trackway/core/api/call.ts'
import type { SettingOrigins } from '@trackway/core/features/level-settings/levels.ts'
import { Alert } from 'antd'
import { type ReactElement, useState } from 'react'
import { api } from '../../base/api.ts'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import type { Confirmation } from '../form/confirm.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { ContentLoading } from '../loading/ContentLoading.tsx'
import { LevelChoice } from './LevelChoice.tsx'
import { type Level, useDevice } from './level.ts'

/** What both calls answer: what is set at a level, what it inherits, and from where. */
export interface SettingsOfLevel<Own, Inherited> {
  own: Own
  inherited: Inherited
  origins: SettingOrigins
}

export interface LevelDialogProps {
  isOpen: boolean
  onClose: () => void
  /** The device it is opened for; without one it is about accounts and types. */
  device?: { terminalID: string; name: string } | undefined
}

export interface LevelSettingsDialogProps<Settings extends { own: object }> extends LevelDialogProps {
  find: Call
  set: Call
  /** Prefix of the text keys `title`, `titleOf`, `intro`. */
  texts: string
  width: number
  /** The fields, whose value is what is set at the level itself. */
  control: (settings: Settings) => ReactElement
  /** What else is set for one device: field of the call, and what it holds at first. */
  ofDevice?: { name: string; help: string; value: (settings: Settings) => string | null }
  /** What is set already, where its stored form does not apply any more. */
  stillOwn?: (settings: Settings) => Settings['own']
  check?: (own: Settings['own'], settings: Settings | undefined) => string | null
  /** The confirmation before it is saved; null: none. */
  toConfirmation?: (
    own: Settings['own'],
    settings: Settings | undefined,
    level: Level,
  ) => Omit<Confirmation, 'onOk'> | null
  rereads: readonly string[]
  /** Instead of saying that it is saved. */
  onDone?: (own: Settings['own'], settings: Settings | undefined, level: Level) => void
}

/** Settings of an account, of a type of its devices, or of one device. */
export function LevelSettingsDialog<Settings extends { own: object }>(
  props: LevelSettingsDialogProps<Settings>,
) {
  const { find, set, texts, isOpen, onClose, device, control, ofDevice, check, onDone } = props
  const { t, toText } = useTexts()
  const user = useUser()
  const detail = useDevice(isOpen ? device?.terminalID : undefined).data
  const [chosen, setLevel] = useState<Level | null>(null)
  const level: Level = chosen ?? (device ? { terminalID: device.terminalID } : { userId: user.id })
  const query = useQuery({
    queryKey: ['levelSettings', find.path, level],
    queryFn: async ({ signal }) => (await api(find, level as never, { signal })) as Settings,
    staleTime: 0, // whoever opens the form changes what is there now
    refetchOnWindowFocus: false, // and what is entered does not go meanwhile
    refetchOnReconnect: false,
    enabled: isOpen,
  })
  const { data: settings, error, isFetching } = query
  const isOfDevice = ofDevice !== undefined && level.terminalID !== undefined
  const own = settings && (props.stillOwn?.(settings) ?? settings.own)
  const ownOf = (input: InputOf<Call>) => (input as { own: Settings['own'] }).own
  return (
    <FormDialog<Call, string>
      call={set}
      title={device ? t(`${texts}.titleOf`, { name: device.name }) : t(`${texts}.title`)}
      submitLabel={t('ui.level.save')}
      isOpen={isOpen}
      onClose={() => {
        setLevel(null)
        onClose()
      }}
      width={props.width}
      label={(name) => t(`${texts}.${name}`)}
      initial={
        {
          ...level,
          ...(own && { own }),
          ...(isOfDevice && settings && { [ofDevice.name]: ofDevice.value(settings) }),
        } as never
      }
      fields={[
        <p key="intro" className="tw-muted">
          {t(`${texts}.intro`)}
        </p>,
        <LevelChoice key="level" level={level} device={device} detail={detail} onLevel={setLevel} />,
        ...(isOfDevice && settings && !isFetching ? [{ name: ofDevice.name, help: ofDevice.help }] : []),
        ...(error ? [<Alert key="error" type="error" showIcon title={toText(error)} />] : []),
        ...(settings && !isFetching
          ? [
              {
                name: 'own' as const,
                label: '',
                control: control(settings),
                check: (value: unknown) => check?.(value as Settings['own'], settings) ?? null,
              },
            ]
          : error
            ? []
            : [<ContentLoading key="waiting" rows={8} />]),
      ]}
      toConfirmation={(input) => props.toConfirmation?.(ownOf(input), settings, level) ?? null}
      rereads={['levelSettings', ...props.rereads]}
      {...(onDone
        ? { onDone: (_, input) => onDone(ownOf(input), settings, level) }
        : { done: () => t('ui.level.saved') })}
    />
  )
}
