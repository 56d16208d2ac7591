import type { CommandOrder } from '@trackway/core/features/commands/calls.ts'
import { type CommandCode, commandGroups } from '@trackway/core/features/commands/commands.ts'
import { Flex, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../ui/form/Field.tsx'
import { iconOf } from './CommandCatalogue.tsx'
import type { useOffered } from './use-offered.ts'

interface CommandSelectProps extends Pick<ReturnType<typeof useOffered>, 'commands'> {
  orders: readonly CommandOrder[]
  chosen: CommandCode | null
  chosenOrder: number | null
  onChoose: (code: CommandCode) => void
  onOrder: (order: CommandOrder) => void
}

/** The commands and the saved orders in a list that opens. */
export function CommandSelect({
  commands,
  orders,
  chosen,
  chosenOrder,
  onChoose,
  onOrder,
}: CommandSelectProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('commands.command')}>
      {(id) => (
        <Select
          id={id}
          showSearch={{ optionFilterProp: 'label' }}
          optionRender={({ label, data }) => (
            <Flex gap={8}>
              {'icon' in data && (data.icon as ReactNode)}
              {label}
            </Flex>
          )}
          placeholder={t('commands.choose')}
          value={chosenOrder === null ? chosen : `order ${chosenOrder}`}
          onChange={(value: string) => {
            const found = orders.find(({ id: each }) => value === `order ${each}`)
            if (found) onOrder(found)
            else onChoose(value as CommandCode)
          }}
          options={[
            {
              label: t('commands.orders'),
              options: orders.map(({ id: each, name, code: of }) => ({
                value: `order ${each}`,
                label: name,
                icon: iconOf(of ?? 'text'),
              })),
            },
            ...commandGroups.map((group) => ({
              label: t(`command.group.${group}`),
              options: commands
                .filter((each) => each.group === group)
                .map((each) => ({
                  value: each.code as string,
                  icon: iconOf(each.code),
                  label: t(`reports.command.${each.code}`),
                })),
            })),
          ].filter(({ options }) => options.length > 0)}
        />
      )}
    </Field>
  )
}
