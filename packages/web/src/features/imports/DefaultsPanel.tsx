import {
  type ImportProtocol,
  type ImportProtocolName,
  importProtocols,
} from '@trackway/core/codes/import-protocols.ts'
import { typeName } from '@trackway/core/codes/protocols.ts'
import { grantableRoles, type RoleName, roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { typeFinder } from '@trackway/core/features/imports/check-cells.ts'
import { columnOf, type ImportColumnKey } from '@trackway/core/features/imports/columns.ts'
import { type ImportKindName, kindOf, offeredColumns } from '@trackway/core/features/imports/kinds.ts'
import { DatePicker, Flex, Input, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import type { Encoding } from '../../base/decode-text.ts'
import { usePickerFormats } from '../../base/picker-formats.ts'
import { useUser } from '../../base/session.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import { DeviceTypePicker } from '../../ui/pickers/DeviceTypePicker.tsx'
import { EncodingPicker } from '../../ui/pickers/EncodingPicker.tsx'
import { useDeviceTypes } from '../../ui/pickers/use-device-types.ts'
import type { Source } from './SourceStep.tsx'
import type { Defaults } from './use-batch.ts'

interface DefaultsPanelProps {
  name: ImportKindName
  defaults: Defaults
  onDefaults: (defaults: Defaults) => void
}

/** What counts for all rows whose cell is empty. */
export function DefaultsPanel({ name, defaults, onDefaults }: DefaultsPanelProps) {
  const { t } = useTranslation()
  const { permissions } = useUser()
  const keys = offeredColumns(kindOf(name).defaults ?? [], permissions)
  if (keys.length === 0) return null
  const set = (key: ImportColumnKey, text: string | undefined) => {
    // A model of another protocol would be refused in every row.
    const { [key]: _, ...others } = key === 'importProtocol' ? { ...defaults, deviceType: '' } : defaults
    onDefaults(text ? { ...others, [key]: text } : others)
  }
  return (
    <Panel title={t('imports.defaults.title')} note={t('imports.defaults.note')}>
      <div className="tw-cards tw-grid tw-gap-12">
        {keys.map((key) => (
          <DefaultField
            key={key}
            name={key}
            value={defaults[key]}
            importProtocol={importProtocols[defaults.importProtocol as ImportProtocolName]}
            onChange={(text) => set(key, text)}
          />
        ))}
      </div>
    </Panel>
  )
}

interface DefaultFieldProps {
  name: ImportColumnKey
  value: string | undefined
  /** As what the devices are imported: models of another are not offered. */
  importProtocol: ImportProtocol | undefined
  onChange: (text: string | undefined) => void
}

function DefaultField({ name, value, importProtocol, onChange }: DefaultFieldProps) {
  const { t } = useTranslation()
  const formats = usePickerFormats()
  const [accountId, setAccountId] = useState<number>()
  const column = columnOf(name)
  const types = useDeviceTypes(column.isDeviceType === true).data ?? []
  const label = t(`imports.column.${name}`)
  const { role } = useUser()
  const isOffered = (option: string) =>
    name !== 'role' || grantableRoles[role].includes(roles[option as RoleName])
  const pickAccount = async (id: number | undefined) => {
    setAccountId(id)
    if (id === undefined) return onChange(undefined)
    const { list } = await api(accountCalls.names, { ids: [id] })
    onChange(list[0]?.username)
  }
  const control = () => {
    if (column.isAccount)
      return (
        <AccountPicker
          block
          isExact
          label={label}
          value={accountId}
          onChange={(id) => void pickAccount(id)}
        />
      )
    if (column.isDeviceType)
      return (
        <DeviceTypePicker
          aria-label={label}
          value={value ? (typeFinder(types)(value)?.id ?? null) : null}
          placeholder={t('ui.deviceType.choose')}
          isOffered={(type) => importProtocol === undefined || type.importProtocol === importProtocol}
          // The rows show it as people call it.
          onChange={(id) => {
            const type = types.find((each) => each.id === id)
            onChange(type && typeName(type))
          }}
        />
      )
    if (column.options)
      return (
        <Select
          allowClear
          aria-label={label}
          value={value ?? null}
          onChange={(text) => onChange(text ?? undefined)}
          placeholder={t('imports.defaults.none')}
          options={column.options.filter(isOffered).map((option) => ({
            value: option,
            label: t(name === 'role' ? `reports.role.${option}` : `imports.option.${option}`, {
              defaultValue: option,
            }),
          }))}
        />
      )
    if (column.rule === 'date')
      return (
        <DatePicker
          format={formats.day}
          aria-label={label}
          minDate={dayjs('1900-01-01')}
          maxDate={dayjs('2099-12-31')}
          value={value ? dayjs(value) : null}
          onChange={(day) => onChange(day?.format('YYYY-MM-DD'))}
          placeholder={t('imports.defaults.none')}
        />
      )
    return (
      <Input
        allowClear
        aria-label={label}
        value={value ?? ''}
        placeholder={t('imports.defaults.none')}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is named by its own label
    <label className="tw-shrink tw-grid tw-gap-4">
      <span className="tw-small tw-muted">{label}</span>
      {control()}
    </label>
  )
}

interface MappingPanelProps {
  name: ImportKindName
  source: Source
  headRow: number
  columns: readonly (ImportColumnKey | null)[]
  /** They are matched as those of the last sheet were. */
  isKnown: boolean
  onEncoding: (encoding: Encoding) => void
  onColumns: (columns: (ImportColumnKey | null)[]) => void
}

/** Which column of the file is which, as it was found and may be put right. */
export function MappingPanel(props: MappingPanelProps) {
  const { name, source, headRow, columns, isKnown, onEncoding, onColumns } = props
  const { t } = useTranslation()
  const kind = kindOf(name)
  const { file, encoding } = source
  const missing = kind.required.filter((key) => !columns.includes(key))
  return (
    <Panel
      title={t('imports.mapping.title')}
      note={
        missing.length > 0
          ? t('imports.mapping.missing', {
              names: missing.map((key) => t(`imports.column.${key}`)).join(', '),
            })
          : t(isKnown ? 'imports.mapping.known' : 'imports.mapping.note')
      }
    >
      {file && (
        <Flex wrap gap={8} align="center" className="tw-gap-below">
          <span className="tw-small tw-muted tw-ellipsis">{file.name}</span>
          {encoding && <EncodingPicker value={encoding} onChange={onEncoding} />}
        </Flex>
      )}
      <div className="tw-cards tw-grid tw-gap-12">
        {columns.map((column, at) => {
          const heading = source.rows[headRow]?.[at] || t('imports.mapping.column', { number: at + 1 })
          const sample = source.rows[headRow + 1]?.[at] ?? ''
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file do not change
            // biome-ignore lint/a11y/noLabelWithoutControl: the control is named by its own label
            <label key={at} className="tw-shrink tw-grid tw-gap-4">
              <span className="tw-small tw-muted tw-ellipsis" title={sample}>
                {heading}
                {sample && ` · ${sample}`}
              </span>
              <Select
                aria-label={heading}
                value={column ?? ('' as const)}
                onChange={(key: ImportColumnKey | '') =>
                  onColumns(columns.map((each, i) => (i === at ? key || null : each === key ? null : each)))
                }
                options={[
                  { value: '' as const, label: t('imports.mapping.ignore') },
                  ...kind.columns.map((key) => ({ value: key, label: t(`imports.column.${key}`) })),
                ]}
              />
            </label>
          )
        })}
      </div>
    </Panel>
  )
}
