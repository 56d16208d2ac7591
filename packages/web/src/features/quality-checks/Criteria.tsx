import { EditOutlined } from '@ant-design/icons'
import type { InputOf } from '@trackway/core/api/call.ts'
import {
  criterion,
  type QualityCriteria,
  qualityCriteriaCalls,
  qualityCriteriaList,
} from '@trackway/core/features/quality-checks/calls.ts'
import { type Criterion, usualCriteria } from '@trackway/core/features/quality-checks/checks.ts'
import { Checkbox } from 'antd'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { DeviceTypePicker } from '../../ui/pickers/DeviceTypePicker.tsx'
import { CheckFields } from './CheckFields.tsx'

type Fresh = Partial<InputOf<typeof qualityCriteriaCalls.save>>

/** What devices of each model are checked for, in versions: a change is a new one, and runs keep theirs. */
export function Criteria() {
  const { t } = useTranslation()
  const [target, setTarget] = useState<Fresh | null>(null)
  const [isCurrent, setIsCurrent] = useState(true)
  const add = (
    <AddButton
      label={t('qualityChecks.criteria.add')}
      onClick={() => setTarget({ minutes: usualCriteria.minutes, checks: usualCriteria.checks })}
    />
  )
  return (
    <>
      <ListScreen
        list={qualityCriteriaList}
        given={isCurrent ? { isCurrent } : undefined}
        rowActions={[
          {
            label: 'qualityChecks.criteria.change',
            icon: <EditOutlined />,
            call: qualityCriteriaCalls.save,
            run: ({ deviceType, minutes, checks }: QualityCriteria) =>
              setTarget({ deviceType, minutes, checks }),
          },
        ]}
        tools={
          <>
            {add}
            <Checkbox checked={!isCurrent} onChange={({ target }) => setIsCurrent(!target.checked)}>
              {t('qualityChecks.criteria.all')}
            </Checkbox>
          </>
        }
        empty={{ action: add }}
      />
      <FormDialog
        call={qualityCriteriaCalls.save}
        title={t('qualityChecks.criteria.title')}
        submitLabel={t('qualityChecks.criteria.save')}
        isOpen={target !== null}
        onClose={() => setTarget(null)}
        width={640}
        label={(name) => t(`qualityChecks.criteria.${name}`)}
        {...(target && { initial: target })}
        fields={[
          [
            { name: 'deviceType', control: <DeviceTypePicker isRequired /> },
            { name: 'minutes', help: t('qualityChecks.criteria.minutesHelp') },
          ],
          { name: 'checks', control: <CheckFields />, wrong: (checks) => wrongCheck(checks, t) },
          { name: 'note', help: t('qualityChecks.criteria.noteHelp') },
        ]}
        rereads={['list']}
        done={({ version }) => t('qualityChecks.criteria.saved', { version })}
      />
    </>
  )
}

/** Which check lacks something. */
function wrongCheck(checks: unknown, t: TFunction): string | null {
  const wrong = ((checks ?? []) as Criterion[]).find((each) => !criterion.safeParse(each).success)
  return wrong
    ? t('qualityChecks.criteria.incomplete', { check: t(`reports.qualityCheck.${wrong.code}`) })
    : null
}
