import { sensors, workModes } from '@trackway/core/codes/device-abilities.ts'
import { codedWire, typeName, wireLabel } from '@trackway/core/codes/protocols.ts'
import { type DeviceTypeConfig, deviceTypeCalls } from '@trackway/core/features/device-types/calls.ts'
import { Select } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { api, apiFile } from '../../base/api.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useUser } from '../../base/session.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { PictureUpload } from '../../ui/form/PictureUpload.tsx'
import { CommandTexts, OfferedCommands, SetupTexts } from './command-fields.tsx'

export type DeviceTypeTarget = 'new' | DeviceTypeConfig

interface DeviceTypeFormProps {
  /** Null: it is closed. */
  target: DeviceTypeTarget | null
  onClose: () => void
}

/** Adds a device type, or shows and changes one. */
export function DeviceTypeForm({ target, onClose }: DeviceTypeFormProps) {
  const { t } = useTranslation()
  const type = target === 'new' ? null : target
  const form = {
    onClose,
    label: (name: string) => t(`deviceTypes.${name}`),
    rereads: ['list', 'deviceTypes'],
    width: 640,
    refusals: { deviceTypeNameTaken: 'name', codeRuleWithoutCodes: 'codeRule' },
  } as const
  return (
    <>
      <FormDialog
        {...form}
        call={deviceTypeCalls.add}
        isOpen={target === 'new'}
        title={t('deviceTypes.add')}
        submitLabel={t('deviceTypes.add')}
        initial={{
          iconType: 'car',
          importProtocol: 0,
          codeRule: 'any',
          ids: 'usual',
          onlineTimeoutSeconds: 600,
        }}
        fields={[{ name: 'id', help: t('deviceTypes.idHelp') }, ...settings(t)]}
        refusals={{ ...form.refusals, deviceTypeIdTaken: 'id' }}
        prepare={ofOneProtocol}
        done={(added) => t('deviceTypes.added', { name: typeName(added) })}
      />
      <FormDialog
        {...form}
        call={deviceTypeCalls.update}
        isOpen={type !== null}
        title={type ? t('deviceTypes.editTitle', { name: typeName(type), id: type.id }) : ''}
        submitLabel={t('deviceTypes.save')}
        initial={(type ?? {}) as object}
        fields={type ? [<Picture key="picture" of={type} />, ...settings(t)] : []}
        // What was emptied is sent as empty, for what is left out stays.
        prepare={(input) => ({
          ...ofOneProtocol(input),
          sensors: input.sensors ?? [],
          workModes: input.workModes ?? [],
          commands: input.commands ?? null,
          setupTexts: input.setupTexts ?? [],
        })}
        done={() => t('deviceTypes.saved')}
      />
    </>
  )
}

/** Codes and kinds of ids are a matter of one protocol; other protocols have no field for their rules. */
function ofOneProtocol<I extends { wire?: string | undefined }>(input: I): I {
  return isOfOther(input) ? { ...input, codeRule: 'any', ids: 'usual' } : input
}

const isOfOther = ({ wire }: { wire?: unknown }) => wire !== codedWire

const settings = (t: TFunction) =>
  [
    [
      { name: 'label', help: t('deviceTypes.labelHelp') },
      { name: 'name', help: t('deviceTypes.nameHelp'), wrong: t('deviceTypes.nameWrong'), isRequired: true },
    ],
    { name: 'wire', word: wireLabel, help: t('deviceTypes.wireHelp') },
    {
      name: 'ids',
      word: (code: string) => t(`reports.idRule.${code}`),
      help: t('deviceTypes.idsHelp'),
      isHidden: isOfOther,
    },
    {
      name: 'codeRule',
      word: (code: string) => t(`reports.codeRule.${code}`),
      help: t('deviceTypes.codeRuleHelp'),
      isHidden: isOfOther,
    },
    [
      { name: 'iconType', word: (code: string) => t(`reports.iconType.${code}`) },
      { name: 'importProtocol', word: (code: string) => t(`reports.importProtocol.${code}`) },
    ],
    {
      name: 'sensors',
      control: <Codes codes={sensors} texts="reports.sensor" />,
      help: t('deviceTypes.sensorsHelp'),
    },
    {
      name: 'workModes',
      control: <Codes codes={workModes} texts="reports.workMode" />,
      help: t('deviceTypes.workModesHelp'),
    },
    { name: 'commands', control: <OfferedCommands />, help: t('deviceTypes.commandsHelp') },
    {
      name: 'commandTexts',
      control: <CommandTexts />,
      help: t('deviceTypes.commandTextsHelp'),
      wrong: t('deviceTypes.commandTextsWrong'),
    },
    {
      name: 'setupTexts',
      control: <SetupTexts />,
      help: t('deviceTypes.setupTextsHelp'),
      wrong: t('deviceTypes.setupTextsWrong'),
    },
    'isOfflineCapable',
    { name: 'trackOptimisation', help: t('deviceTypes.trackOptimisationHelp') },
    { name: 'factoryVisible', help: t('deviceTypes.factoryVisibleHelp') },
    [
      {
        name: 'onlineTimeoutSeconds',
        unit: { name: t('deviceTypes.minutes'), size: 60 },
        help: t('deviceTypes.onlineTimeoutHelp'),
        isRequired: true,
      },
      {
        name: 'utcOffsetMinutes',
        unit: { name: t('deviceTypes.minutes') },
        help: t('deviceTypes.utcOffsetHelp'),
      },
    ],
    { name: 'dialect', help: t('deviceTypes.dialectHelp') },
    'isChecksumOptional',
  ] as const

/** Any number of codes; `Form.Item` gives it its value. */
function Codes({ codes, texts, ...field }: { codes: readonly string[]; texts: string; id?: string }) {
  const { t } = useTranslation()
  return (
    <Select
      {...field}
      mode="multiple"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      options={codes.map((code) => ({ value: code, label: t(`${texts}.${code}`) }))}
    />
  )
}

/** The picture is sent by itself, and is the newest also while the form stays open. */
function Picture({ of }: { of: DeviceTypeConfig }) {
  const { t } = useTranslation()
  const { isDemo } = useUser()
  const { id } = of
  const { data: type = of } = useCall(['list', 'deviceType', id], deviceTypeCalls.detail, { id })
  return (
    <PictureUpload
      pictureId={type.pictureId}
      alt={t('deviceTypes.picture')}
      reason={isDemo ? t('result.demoAccount') : null}
      read={(signal) => apiFile(deviceTypeCalls.picture, { id }, { signal })}
      set={(picture) => api(deviceTypeCalls.setPicture, { id, picture })}
    />
  )
}
