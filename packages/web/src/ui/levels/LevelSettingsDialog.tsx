import type { Call } from '@trackway/core/api/call.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { LevelChoice } from './LevelChoice.tsx'
import { type Level, useDevice } from './level.ts'
import { type LevelSettingsParts, useLevelForm } from './use-level-form.tsx'

export interface LevelDialogProps {
  isOpen: boolean
  onClose: () => void
  /** The device it is opened for; without one it is about accounts and types. */
  device?: { terminalID: string; name: string } | undefined
  /** The group it is opened for. */
  group?: { id: number; name: string } | undefined
}

interface LevelSettingsDialogProps<Settings extends { own: object }>
  extends LevelDialogProps,
    LevelSettingsParts<Settings> {
  width: number
}

/** Settings of an account, of a type of its devices, or of one device. */
export function LevelSettingsDialog<Settings extends { own: object }>(
  props: LevelSettingsDialogProps<Settings>,
) {
  const { texts, isOpen, onClose, device, group, onDone } = props
  const { t } = useTranslation()
  const user = useUser()
  const detail = useDevice(isOpen ? device?.terminalID : undefined).data
  const [chosen, setLevel] = useState<Level | null>(null)
  const given: Level = group ? { groupId: group.id } : { userId: user.id }
  const level: Level = chosen ?? (device ? { terminalID: device.terminalID } : given)
  const named = device ?? group
  const { form } = useLevelForm(props, level, { isOpen })
  return (
    <FormDialog<Call, string>
      {...form}
      title={named ? t(`${texts}.titleOf`, { name: named.name }) : t(`${texts}.title`)}
      submitLabel={t('ui.level.save')}
      isOpen={isOpen}
      onClose={() => {
        setLevel(null)
        onClose()
      }}
      width={props.width}
      fields={[
        <p key="intro" className="tw-muted">
          {t(`${texts}.intro`)}
        </p>,
        <LevelChoice key="level" level={level} device={device} detail={detail} onLevel={setLevel} />,
        ...form.fields,
      ]}
      {...(!onDone && { done: () => t('ui.level.saved') })}
    />
  )
}
