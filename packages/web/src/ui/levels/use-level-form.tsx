import { useQuery } from '@tanstack/react-query'
import type { Call, InputOf } from '@trackway/core/api/call.ts'
import type { SettingOrigins } from '@trackway/core/features/level-settings/levels.ts'
import { Alert } from 'antd'
import type { ReactElement } from 'react'
import { api } from '../../base/api.ts'
import { useTexts } from '../../base/use-texts.ts'
import type { Confirmation } from '../form/confirm.ts'
import type { CallFormProps } from '../form/use-call-form.tsx'
import { ContentLoading } from '../loading/ContentLoading.tsx'
import type { Level } from './level.ts'

/** What both calls answer: what is set at a level, what it inherits, and from where. */
export interface SettingsOfLevel<Own, Inherited> {
  own: Own
  inherited: Inherited
  origins: SettingOrigins
}

export interface LevelSettingsParts<Settings extends { own: object }> {
  find: Call
  set: Call
  /** Prefix of the text keys `title`, `titleOf`, `intro`. */
  texts: string
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

interface LevelForm {
  form: Omit<CallFormProps<Call, string>, 'submitLabel' | 'done'>
  /** What is set is there, and no older than the form. */
  isReady: boolean
}

/** The form for what is set at a level: its fields with what they inherit, or that they are on their way. */
export function useLevelForm<Settings extends { own: object }>(
  props: LevelSettingsParts<Settings>,
  level: Level,
  { isOpen = true, isOnPage = false } = {},
): LevelForm {
  const { find, set, texts, control, ofDevice, check, onDone } = props
  const { t, toText } = useTexts()
  const query = useQuery({
    queryKey: ['levelSettings', find.path, level],
    queryFn: async ({ signal }) => (await api(find, level as never, { signal })) as Settings,
    staleTime: 0, // whoever opens the form changes what is there now
    refetchOnWindowFocus: false, // and what is entered does not go meanwhile
    refetchOnReconnect: false,
    enabled: isOpen,
  })
  const { data: settings, error } = query
  // On a page it stays while it is read again after it was saved.
  const isReady = settings !== undefined && (isOnPage ? query.isFetchedAfterMount : !query.isFetching)
  const isOfDevice = ofDevice !== undefined && level.terminalID !== undefined
  const own = settings && (props.stillOwn?.(settings) ?? settings.own)
  const ownOf = (input: InputOf<Call>) => (input as { own: Settings['own'] }).own
  return {
    isReady,
    form: {
      call: set,
      label: (name) => t(`${texts}.${name}`),
      initial: {
        ...level,
        ...(own && { own }),
        ...(isOfDevice && settings && { [ofDevice.name]: ofDevice.value(settings) }),
      } as never,
      fields: [
        ...(isOfDevice && isReady ? [{ name: ofDevice.name, help: ofDevice.help }] : []),
        ...(error ? [<Alert key="error" type="error" showIcon title={toText(error)} />] : []),
        ...(isReady
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
      ],
      toConfirmation: (input) => props.toConfirmation?.(ownOf(input), settings, level) ?? null,
      rereads: ['levelSettings', ...props.rereads],
      ...(onDone && { onDone: (_: unknown, input: InputOf<Call>) => onDone(ownOf(input), settings, level) }),
    },
  }
}
