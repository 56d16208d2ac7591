import { EditOutlined } from '@ant-design/icons'
import type { InputOf } from '@trackway/core/api/call.ts'
import {
  expectedValueCalls,
  expectedValueList,
  type ExpectedValues as Version,
} from '@trackway/core/features/jig-results/calls.ts'
import { type JigKind, usualItems } from '@trackway/core/features/jig-results/items.ts'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { DeviceTypePicker } from '../../ui/pickers/DeviceTypePicker.tsx'
import { ExpectedItems } from './ExpectedItems.tsx'

type Fresh = Partial<InputOf<typeof expectedValueCalls.save>>

const usual = (kind: JigKind) =>
  Object.entries(usualItems[kind])
    .slice(0, 3)
    .map(([code, unit]) => ({ code, unit, low: null, high: null, text: null }))

/** What is expected of each device type, in versions: a change is a new one, and results keep theirs. */
export function ExpectedValues() {
  const { t } = useTranslation()
  const [target, setTarget] = useState<Fresh | null>(null)
  const [isCurrent, setIsCurrent] = useState(true)
  const add = (
    <AddButton
      label={t('jigResults.expectation.add')}
      onClick={() => setTarget({ kind: 'serial', items: usual('serial') })}
    />
  )
  return (
    <>
      <ListScreen
        list={expectedValueList}
        given={isCurrent ? { isCurrent } : undefined}
        rowActions={[
          {
            label: 'jigResults.expectation.change',
            icon: <EditOutlined />,
            call: expectedValueCalls.save,
            run: ({ deviceType, kind, items }: Version) => setTarget({ deviceType, kind, items }),
          },
        ]}
        tools={
          <>
            {add}
            <Checkbox checked={!isCurrent} onChange={({ target }) => setIsCurrent(!target.checked)}>
              {t('jigResults.expectation.all')}
            </Checkbox>
          </>
        }
        empty={{ action: add }}
      />
      <FormDialog
        call={expectedValueCalls.save}
        title={t('jigResults.expectation.title')}
        submitLabel={t('jigResults.expectation.save')}
        isOpen={target !== null}
        onClose={() => setTarget(null)}
        width={760}
        label={(name) => t(`jigResults.expectation.${name}`)}
        {...(target && { initial: target })}
        fields={[
          [
            { name: 'deviceType', control: <DeviceTypePicker isRequired /> },
            { name: 'kind', word: (kind) => t(`reports.jigKind.${kind}`) },
          ],
          { name: 'items', control: <ExpectedItems />, help: t('jigResults.expectation.itemsHelp') },
          { name: 'note', help: t('jigResults.expectation.noteHelp') },
        ]}
        rereads={['list']}
        done={({ version }) => t('jigResults.expectation.saved', { version })}
      />
    </>
  )
}
