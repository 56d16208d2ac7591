import { type RiskPoint, riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import { ZoneEditor } from '../zones/ZoneEditor.tsx'
import type { ZoneEditorProps } from '../zones/ZoneScreen.tsx'
import { riskColour, riskPointQueries } from './use-risk-points.ts'

const usual = { userId: undefined, category: 'other', minutes: 30, note: null } as const

/** A risk point with what kind of place it is, and how long a vehicle may stay. */
export function RiskPointEditor({ zone: point, copy, ...props }: ZoneEditorProps<RiskPoint>) {
  const { t } = useTranslation()
  const { userId: _, ...pattern } = point ?? copy?.zone ?? usual
  return (
    <ZoneEditor
      {...props}
      texts="riskPoints"
      zone={point}
      area={point?.area ?? copy?.area ?? null}
      tools={['circle', 'polygon', 'point']}
      colour={riskColour}
      form={{
        call: riskPointCalls.add,
        initial: {
          ...pattern,
          ...(copy && { name: t('map.areas.copyOf', { name: copy.zone.name }) }),
        },
        fields: [
          'name',
          { name: 'category', word: (category) => t(`reports.riskCategory.${category}`) },
          { name: 'minutes', unit: { name: t('riskPoints.minute') }, help: t('riskPoints.minutesHelp') },
          'note',
          ...(point === null
            ? [
                {
                  name: 'userId' as const,
                  control: <AccountPicker block isExact label={t('map.areas.userId')} />,
                },
              ]
            : []),
        ],
        rereads: riskPointQueries,
      }}
      save={async (input, isDrawn) => {
        if (!point) return api(riskPointCalls.add, input)
        const { userId: _owner, area, ...fields } = input
        await api(riskPointCalls.update, { id: point.id, ...fields, ...(isDrawn && { area }) })
        return { id: point.id }
      }}
      idOf={({ id }) => id}
    />
  )
}
