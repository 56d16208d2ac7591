import { PlusOutlined } from '@ant-design/icons'
import { getRouteApi } from '@tanstack/react-router'
import {
  type ImportNumber,
  importCountCalls,
  importNumberList,
  importRecordList,
} from '@trackway/core/features/import-counts/calls.ts'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'

const route = getRouteApi('/index/agent/setImportRecords')

/** What agents may still import, handed on from here, and what has changed it. */
export function ImportRecordsScreen() {
  const { t, format } = useTexts()
  const { importCount } = useUser()
  const { part } = route.useSearch()
  const navigate = route.useNavigate()
  const [agent, setAgent] = useState<ImportNumber | null>(null)
  const tools = (
    <Segmented
      aria-label={t('importCounts.title')}
      value={part ?? 'numbers'}
      options={[
        { value: 'numbers', label: t('importCounts.numbers') },
        { value: 'history', label: t('importCounts.history') },
      ]}
      onChange={(shown) => void navigate({ search: shown === 'history' ? { part: shown } : {} })}
    />
  )
  return (
    <Page
      title={t('importCounts.title')}
      actions={
        importCount !== null && <span>{t('importCounts.own', { shown: format.number(importCount) })}</span>
      }
    >
      {part === 'history' ? (
        <ListScreen key="history" list={importRecordList} tools={tools} />
      ) : (
        <ListScreen
          key="numbers"
          list={importNumberList}
          tools={tools}
          rowActions={[
            {
              label: 'importCounts.grant',
              icon: <PlusOutlined />,
              call: importCountCalls.add,
              run: (row: ImportNumber) => setAgent(row),
            },
          ]}
        />
      )}
      <FormDialog
        call={importCountCalls.add}
        isOpen={agent !== null}
        title={t('importCounts.grant', { name: agent?.username })}
        submitLabel={t('importCounts.save')}
        onClose={() => setAgent(null)}
        label={(name) => t(`agents.field.${name}`)}
        initial={agent ? { id: agent.id } : {}}
        fields={[{ name: 'count', help: t('agents.countHelp') }, 'remark']}
        refusals={{ notEnoughImportCounts: 'count' }}
        rereads={['list', 'self']}
        done={(output) => t('agents.counted', { shown: format.number(output.importCount) })}
      />
    </Page>
  )
}
