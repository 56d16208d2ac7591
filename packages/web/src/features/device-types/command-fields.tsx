import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { type CommandCode, commandCodes, commandRow } from '@trackway/core/features/commands/commands.ts'
import { Button, Flex, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'

/** The commands that the protocol chosen in the form has; none while they are read. */
function useCommandsOfWire(): CommandCode[] {
  const wire = Form.useWatch<string | undefined>('wire')
  const { data } = useCall(['command', 'functions'], commandCalls.functions, {})
  return data?.wires[wire ?? ''] ?? []
}

function useOptions(codes: readonly CommandCode[]) {
  const { t } = useTranslation()
  return codes.map((code) => ({ value: code, label: t(`reports.command.${code}`) }))
}

interface Field<T> {
  id?: string
  value?: T
  onChange?: (value: T) => void
}

/** The commands that are offered: of those that the protocol or the model itself has. */
export function OfferedCommands({ id, value, onChange }: Field<CommandCode[] | null>) {
  const { t } = useTranslation()
  const texts = Form.useWatch<OwnTexts | undefined>('commandTexts')
  const own = Object.keys(texts ?? {}) as CommandCode[]
  const known = new Set([...useCommandsOfWire(), ...own, ...(value ?? [])])
  return (
    <Select
      id={id!}
      value={value ?? []}
      options={useOptions([...known])}
      mode="multiple"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('deviceTypes.allCommands')}
      maxTagCount={8}
      onChange={(codes: CommandCode[]) => onChange?.(codes.length === 0 ? null : codes)}
    />
  )
}

type OwnTexts = Partial<Record<CommandCode, string>>

/** Texts of the model's own, a line each; one that was emptied is none. */
export function CommandTexts({ value = {}, onChange }: Field<OwnTexts>) {
  const { t } = useTranslation()
  const [codes, setCodes] = useState(Object.keys(value) as CommandCode[])
  const all = useOptions(commandCodes)
  const set = (code: CommandCode, text: string) => {
    const { [code]: _, ...others } = value
    onChange?.(text.trim() === '' ? others : { ...others, [code]: text })
  }
  return (
    <Flex vertical gap={8}>
      {codes.map((code) => {
        const name = t(`reports.command.${code}`)
        const parameters = Object.keys(commandRow(code).parameters.shape)
        return (
          <Flex key={code} gap={8} align="center">
            <span className="tw-ellipsis tw-rigid tw-width-180" title={name}>
              {name}
            </span>
            <Input
              aria-label={t('deviceTypes.textOf', { name })}
              value={value[code] ?? ''}
              placeholder={parameters.map((parameter) => `{${parameter}}`).join(' ')}
              onChange={({ target }) => set(code, target.value)}
            />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('deviceTypes.removeText', { name })}
              onClick={() => {
                setCodes(codes.filter((each) => each !== code))
                set(code, '')
              }}
            />
          </Flex>
        )
      })}
      <Select
        aria-label={t('deviceTypes.addText')}
        value={null}
        placeholder={t('deviceTypes.addText')}
        suffixIcon={<PlusOutlined />}
        showSearch={{ optionFilterProp: 'label' }}
        options={all.filter((option) => !codes.includes(option.value))}
        onChange={(code: CommandCode | null) => code && setCodes([...codes, code])}
      />
    </Flex>
  )
}

/** Text messages, a line each. */
export function SetupTexts({ id, value = [], onChange }: Field<string[]>) {
  const [lines, setLines] = useState(value.join('\n'))
  return (
    <Input.TextArea
      id={id!}
      autoSize={{ minRows: 2, maxRows: 8 }}
      value={lines}
      onChange={({ target }) => {
        setLines(target.value)
        onChange?.(target.value.split('\n').filter((line) => line.trim() !== ''))
      }}
    />
  )
}
