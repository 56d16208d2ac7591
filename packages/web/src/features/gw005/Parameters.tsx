import type { Gw005State } from '@trackway/core/features/gw005/calls.ts'
import { useTranslation } from 'react-i18next'
import { PlainTable } from '../../ui/antd/PlainTable.tsx'

/** The unit that the end of a parameter's name says, and the factor to it. */
const units: readonly (readonly [RegExp, string, number])[] = [
  [/100Mh$/, 'km/h', 0.1],
  [/100M$/, 'km', 0.1],
  [/Kmh$/, 'km/h', 1],
  [/Deg$/, '°', 1],
  [/Ms$/, 'ms', 1],
  [/S$/, 's', 1],
  [/M$/, 'm', 1],
]

/** Parameters of the device by their names, in units that people know. */
export function Parameters({ parameters }: Pick<Gw005State, 'parameters'>) {
  const { t } = useTranslation()
  return (
    <PlainTable
      rowKey="name"
      dataSource={parameters.map(({ name, value }) => ({ name, ...inUnit(name, value) }))}
      columns={[
        {
          title: t('gw005.parameter'),
          render: (_, { name }) => t(`gw005.parameterName.${name}`, { defaultValue: name }),
        },
        { title: t('gw005.value'), render: (_, { value, unit }) => `${value} ${unit}` },
      ]}
    />
  )
}

function inUnit(name: string, value: string): { value: string; unit: string } {
  const [, unit = '', factor = 1] = units.find(([end]) => end.test(name)) ?? []
  const number = Number(value)
  if (factor === 1 || Number.isNaN(number)) return { value, unit }
  return { value: (number * factor).toFixed(1), unit }
}
